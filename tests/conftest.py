"""What all tests share."""

from hypothesis import settings

settings.register_profile("house", deadline=None)  # a first call may compile, and these machines are busy
settings.load_profile("house")
