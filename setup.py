"""Builds the package `kagemusha` from the source folders.

Folder `core/` is the package `kagemusha.core`, and so for the others; every folder below
them that holds an `__init__.py` is a subpackage, so a new game is one more folder. The
root package itself (version, `python -m`, py.typed) is `cli/root`, and the pages in
`docs/rules/` are shipped as `kagemusha.rulings`, for the table to show.
"""

import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

LAYERS = ("core", "search", "players", "arena", "tune", "cli")
PACKAGES = {"kagemusha": "cli/root", "kagemusha.rulings": "docs/rules"} | {
    "kagemusha." + init.parent.as_posix().replace("/", "."): init.parent.as_posix()
    for layer in LAYERS
    for init in sorted(Path(layer).rglob("__init__.py"))
    if init.parent != Path("cli/root")
}

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}


class BuildExt(build_ext):
    """Shows Cython the .pxd files under the names they are cimported by.

    Cython resolves `kagemusha.core.state` along a path kagemusha/core/state.pxd,
    which the source folders do not have. Copies keep their timestamps, so a
    changed .pxd still rebuilds every module that cimports it.
    """

    def finalize_options(self):
        super().finalize_options()
        self.cython_include_dirs = [str(self.pxd_dir)]
        self.cython_directives = DIRECTIVES
        self.cython_c_in_temp = True

    @property
    def pxd_dir(self):
        return Path(self.build_temp) / "pxd"

    def run(self):
        shutil.rmtree(self.pxd_dir, ignore_errors=True)
        for package, folder in PACKAGES.items():
            target = self.pxd_dir.joinpath(*package.split("."))
            target.mkdir(parents=True, exist_ok=True)
            (target / "__init__.pxd").touch()
            for pxd in Path(folder).glob("*.pxd"):
                shutil.copy2(pxd, target)
        super().run()


setup(
    packages=list(PACKAGES),
    package_dir=PACKAGES,
    package_data={"": ["py.typed", "*.pyi", "*.pxd", "*.csv", "*.toml", "*.tcss", "*.md"]},
    exclude_package_data={"": ["*.pyx"]},
    ext_modules=[
        Extension(
            f"{package}.{pyx.stem}", [pyx.as_posix()], extra_compile_args=["-O3", "-g0"]
        )
        for package, folder in PACKAGES.items()
        for pyx in sorted(Path(folder).glob("*.pyx"))
    ],
    cmdclass={"build_ext": BuildExt},
)
