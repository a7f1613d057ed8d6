"""How a house is set up: its address, its limits, its pace."""

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit


def is_loopback(host: str) -> bool:
    """Whether that is this machine's own name for itself: nobody else comes in by it."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


@dataclass(frozen=True)
class Config:
    """How a house is set up."""

    port: int = 8012
    lan: bool = False
    public_url: str = ""
    bot_pause: float = 0.9  # seconds between a bot's moves, so that people can follow
    rate: float = 25.0  # writes a second and guest, on average; an address has more, and so has reading
    burst: float = 80.0
    connections: int = 250  # open at once from one address
    most_tables: int = 40  # unfinished ones a guest may have opened
    pause_after: float = 600.0  # seconds without anybody there, after which a table's bots wait
    trust_proxy: str = ""  # addresses of proxies whose word on where a request comes from is taken
    sleep_after: float = 60.0  # seconds nobody looks before a table sleeps
    keep_days: float = 0.0  # after which a table nobody has touched and that is not over is deleted; 0: never
    address: str = ""  # of this machine on the local network, when it is open to it

    @property
    def cookie(self) -> str:
        """The cookie's name carries the port: two houses on one machine do not share guests."""
        port = urlsplit(self.public_url).port if self.public_url else self.port
        return f"brelan-{port or 'house'}"

    @property
    def secure(self) -> bool:
        return self.public_url.startswith("https://")
