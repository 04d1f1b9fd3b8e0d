"""The weights of the rule policy as plain data; weights.csv says what each one means."""

cdef struct Weights:
    float sharpness
    float belief_hit, belief_guard, belief_other, belief_me
    float wound, kill, gain, friend, trailing, parry_chance, strip, reach
    float end, end_slope, hurry
    float lay
    float cry, jujutsu, weapon_chance
    float tea
    float heal, breathing_keep, guest
    float divert, divert_foe
    float geisha_hand, geisha_focus, geisha_armor, geisha_fast, geisha_keep
    float disarm, spend, spend_bare, spend_last, overflow
    float bushido, bushido_honor
    float daimyo_play, daimyo_keep
    float pose, hide
    float parry_wound, parry_death, parry_keep, parry_empty, parry_stake, parry_spare
    float ushiwaka, tomoe, nobunaga
    float keep_weapon, keep_wounds, keep_parry, keep_daimyo, keep_card, keep_unseen
