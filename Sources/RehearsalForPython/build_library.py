"""Puts the library into the wheel: builds it for the machine that the wheel is built on, or takes it
from the folder that `REHEARSAL_PREFIX` names, into which `Sources/RehearsalForC/install` put it."""

import os
import pathlib
import platform
import subprocess
import sysconfig
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class LibraryHook(BuildHookInterface):
    """Builds the C interface and takes its library into the package."""

    def initialize(self, version, build_data):
        self.folder = tempfile.TemporaryDirectory()
        prefix = os.environ.get("REHEARSAL_PREFIX")
        if prefix is None:
            prefix = self.folder.name
            install = pathlib.Path(self.root).parent / "RehearsalForC" / "install"
            subprocess.run([install, prefix], check=True)
        for library in pathlib.Path(prefix, "lib").iterdir():
            if library.suffix in (".so", ".dylib"):
                build_data["force_include"][str(library)] = f"rehearsal/{library.name}"
        # For any Python 3, and for this machine; of macOS, what the manifest of the package promises.
        system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        if system.startswith("macosx"):
            system = f"macosx_15_0_{platform.machine()}"
        build_data["tag"] = f"py3-none-{system}"
        build_data["pure_python"] = False

    def finalize(self, version, build_data, artifact_path):
        self.folder.cleanup()
