"""Services by name: those of the package, and files of your own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from cdp_engine.agent.services.service import Service
from cdp_engine.errors import InvalidInput


class Registry:
    """Services by name. A later one with the same name replaces the earlier."""

    def __init__(self, services: Iterable[Service] = ()) -> None:
        self._services = {service.name: service for service in services}

    def __iter__(self) -> Iterator[Service]:
        return iter(self._services.values())

    def add(self, service: Service) -> None:
        """Add a service."""
        self._services[service.name] = service

    def get(self, name: str) -> Service:
        """The service with this name, or of a `.toml` file if the name is a path. Raises `InvalidInput`."""
        if name.endswith(".toml"):
            return load(Path(name))
        service = self._services.get(name)
        if service is None:
            raise InvalidInput(
                f"unknown service {name!r}",
                hint=f"There are: {', '.join(sorted(self._services))}; or give the path of a .toml file.",
            )
        return service


def parse(text: str, origin: str = "the service") -> Service:
    """A service from TOML. Raises `InvalidInput` that names what is wrong and where."""
    try:
        return msgspec.toml.decode(text, type=Service)
    except (msgspec.MsgspecError, ValueError) as error:
        raise InvalidInput(
            f"{origin}: {error}", hint="Compare it with the services of the package."
        ) from error


def load(path: Path) -> Service:
    """The service of a file. Raises `InvalidInput`."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path}: {error}") from error
    return parse(text, str(path))


@cache
def _of_the_package() -> tuple[Service, ...]:
    folder = files("cdp_engine.agent.services")
    found = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name
    )
    return tuple(parse(file.read_text(encoding="utf-8"), file.name) for file in found)


def bundled() -> Registry:
    """A registry of the services that come with the package."""
    return Registry(_of_the_package())
