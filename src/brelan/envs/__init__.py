"""The interfaces researchers already use, over the rules as they stand; nothing of it is imported otherwise.

`batch` plays many games at once in compiled code, `gym` is Gymnasium (extra `gym`), `zoo` PettingZoo (extra `zoo`),
`spiel` OpenSpiel (extra `spiel`).
"""
