"""The weights of the rule policy as plain data; weights.csv says what each one means."""

cdef struct Weights:
    float sharpness
    float belief_hit, belief_guard, belief_other, belief_me
    float wound, kill, gain, friend, trailing, parry_chance, strip, reach
    float end, end_slope
    float focus, armor, fast_draw
    float cry, jujutsu, weapon_chance
    float tea, tea_others
    float heal, breathing_keep, guest
    float divert, divert_foe
    float geisha_hand, geisha_focus, geisha_armor, geisha_fast, geisha_keep
    float disarm, spend, spend_last, overflow
    float bushido, bushido_honor
    float daimyo_play, daimyo_keep
    float hide
    float parry_wound, parry_death, parry_keep, parry_empty
    float ushiwaka, tomoe, nobunaga, nobunaga_fear
    float keep_weapon, keep_wounds, keep_reach, keep_focus, keep_armor, keep_fast_draw
    float keep_bushido, keep_parry, keep_geisha, keep_diversion, keep_cry, keep_tea
    float keep_jujutsu, keep_breathing, keep_daimyo, keep_unseen
