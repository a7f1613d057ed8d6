"""A position of a round as people write it: "blue 2 3 3 6 black 5 red 4 ?"."""

from ....model.errors import BrelanError
from ....model.words import N_
from ..rules.state import BLUE_DICE, RED_DICE
from .hands import RED_STATE, hand_of_dice

_HOW_TO_WRITE = N_(
    "A position reads 'blue 2 3 3 6 black 5', with 'red 4 ?' for red dice that show a 4 and were never thrown; "
    "{text} does not."
)


class Position:
    """A position of a round: the blue dice in play, the black die, the red dice in hand (0: never thrown)."""

    def __init__(self, blue: list[int], black: int, red: list[int]) -> None:
        self.blue, self.black_face, self.red_faces = sorted(blue), black, sorted(red)
        self.hand = hand_of_dice(blue)
        self.black = black - 1
        self.red = RED_STATE[red.count(1)][len(red) - red.count(1)]

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Reads "blue 2 3 3 6 black 5", with "red 4 ?" after it if the red dice are not both in hand and unthrown."""
        found: dict[str, list[int]] = {}
        colour = ""
        for word in text.lower().replace(",", " ").split():
            if word in ("blue", "black", "red") and word not in found:
                colour, found[word] = word, []
            elif colour and (word in "123456" or (word in "?-0" and colour == "red")) and len(word) == 1:
                found[colour].append(int(word) if word in "123456" else 0)
            elif not (word == "none" and colour and not found[colour]):
                raise BrelanError(_HOW_TO_WRITE, text=repr(text))
        if (
            len(found.get("black", ())) != 1
            or "blue" not in found
            or len(found["blue"]) > BLUE_DICE
            or len(found.get("red", ())) > RED_DICE
        ):
            raise BrelanError(_HOW_TO_WRITE, text=repr(text))
        if "red" not in found and len(found["blue"]) < BLUE_DICE:
            raise BrelanError(
                N_(
                    "In {text} blue dice are missing, so a red die has left too: say which are in hand, such as "
                    "'red ?' or 'red 4' or 'red none'."
                ),
                text=repr(text),
            )
        return cls(found["blue"], found["black"][0], found.get("red", [0, 0]))

    def __str__(self) -> str:
        red = " ".join(str(face) if face else "?" for face in self.red_faces) or "none"
        return f"blue {' '.join(map(str, self.blue)) or 'none'} black {self.black_face} red {red}"
