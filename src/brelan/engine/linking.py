"""How Numba's compiler is put to work: what only compiled code calls is never made executable by itself.

Numba compiles every function whole: with all it calls it is optimized, turned into machine code and wrapped for Python,
and so is again whoever calls it. Most of ours are called by other kernels alone. So a `Piece` is typed and translated
into LLVM's language once, and what Python calls (a driver, a search, a solver: `Whole`) is put together from all its
pieces, optimized once, and kept on disk.

Called from Python a piece runs as the plain function it is, and so does all that it calls: nothing is compiled that was
not asked for.
"""

import contextlib
import hashlib
import os
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba.core import caching, compiler, dispatcher, errors, event, sigutils, types, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from .paths import tell_lost

Base: Any = CPUDispatcher
Cache: Any = caching.FunctionCache
CacheFile: Any = caching.IndexDataCacheFile
CacheForm: Any = caching.CompileResultCacheImpl
Place: Any = caching.UserProvidedCacheLocator
config: Any = numba.config
compile_extra: Any = compiler.compile_extra
Flags: Any = compiler.Flags
read_signature: Any = sigutils.normalize_signature
Library: Any = JITCodeLibrary
Integer: Any = types.Integer
unliteral: Any = types.unliteral
template_of: Any = vars(typing)["make_concrete_template"]  # its type is not told
FunctionCompiler: Any = vars(dispatcher)["_FunctionCompiler"]  # its type is not told


class _Flags(Flags):  # type: ignore[misc]
    """Numba's own, compared quickly: they are part of the key under which Numba looks up everything that is called."""

    _HASH = hash(Flags())

    def __hash__(self) -> int:
        return self._HASH  # Numba's own depends on the names of the flags alone

    def __eq__(self, other: object) -> bool:
        same = self is other or (isinstance(other, Flags) and self._values == other._values)
        return same or bool(super().__eq__(other))


class _Environments:
    """Stands where a library's code generator is asked to set an environment: a piece has nowhere to set it yet."""

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}

    def set_env(self, name: str, environment: Any) -> None:
        self.kept[name] = environment


class _Pieces(Library):  # type: ignore[misc]
    """Code as it was translated, to be linked into whoever calls it."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.environments = _Environments()
        self._with_all: Any = None

    @property
    def codegen(self) -> Any:
        return self.environments

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def own_module(self) -> Any:
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """For libraries that are not ours, and link only what they name: everything that is needed, in one module."""
        if self._with_all is None:
            module = self.own_module().clone()
            for library in _needed(self._linking_libraries):
                module.link_in(_module_of(library), preserve=True)
            self._with_all = module
        return self._with_all


def _needed(libraries: list[Any]) -> list[Any]:
    """These libraries and all that they need, each after all that call it: LLVM takes over only what has been named."""
    done: dict[Any, None] = {}

    def visit(library: Any) -> None:
        if library not in done:
            for other in library._linking_libraries if isinstance(library, _Pieces) else ():
                visit(other)
            done[library] = None

    for library in libraries:
        visit(library)
    return list(done)[::-1]


def _module_of(library: Any) -> Any:
    return library.own_module() if isinstance(library, _Pieces) else library._get_module_for_linking()


class _Whole(Library):  # type: ignore[misc]
    """Code put together from all its pieces, each linked once."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        libraries = _needed(self._linking_libraries)
        for library in libraries:
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(_module_of(library), preserve=True)
        self._linking_libraries = []
        super().finalize()
        engine = self._codegen._engine
        for library in libraries:
            if isinstance(library, _Pieces):
                for name, environment in library.environments.kept.items():
                    if engine.get_global_value_address(name):
                        self._codegen.set_env(name, environment)


@contextlib.contextmanager
def _in_pieces(codegen: Any) -> Iterator[None]:
    """Inside, what Numba itself compiles for us (`np.zeros`, `array.view` …) becomes pieces too."""
    before = vars(codegen).get("_library_class")
    codegen._library_class = _Pieces
    try:
        yield
    finally:
        if before is None:
            del codegen._library_class
        else:
            codegen._library_class = before


class _Compiler(FunctionCompiler):  # type: ignore[misc]
    """Numba's own, but for the library the code goes into."""

    library: Any = _Whole

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        flags = _Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags = self._customize_flags(flags)
        codegen = self.targetdescr.target_context.codegen()
        library = self.library(codegen, self.py_func.__qualname__)
        library.enable_object_caching()
        with _in_pieces(codegen):
            result = compile_extra(
                self.targetdescr.typing_context,
                self.targetdescr.target_context,
                self.py_func,
                args=args,
                return_type=return_type,
                flags=flags,
                locals=self.locals,
                library=library,
                pipeline_class=self.pipeline_class,
            )
        if result.typing_error is not None:
            raise result.typing_error
        return result


class _PieceCompiler(_Compiler):
    library = _Pieces

    def _customize_flags(self, flags: Any) -> Any:
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        return flags


def _replace_compiler(whose: Any, kind: type[_Compiler]) -> None:
    old = whose._compiler
    whose._compiler = kind(old.py_func, old.targetdescr, old.targetoptions, old.locals, old.pipeline_class)


class _Place(Place):  # type: ignore[misc]
    """Numba's own, but for the path of the sources in it: our folders are named by what the sources say, so a house
    that was moved, or lies on the disk twice, is as ready as its marks tell.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, file: str) -> str:
        return Path(file).parent.name

    @classmethod
    def from_function(cls, function: Any, file: str) -> Any:
        """Numba's own refuses a folder it cannot write to, and looks elsewhere. What lies there can be read."""
        return cls(function, file) if config.CACHE_DIR and os.path.exists(file) else None


class _Form(CacheForm):  # type: ignore[misc]
    _locator_classes = (_Place, *CacheForm._locator_classes)


class _File(CacheFile):  # type: ignore[misc]
    """Numba's own, with a hash after what is written: LLVM would not survive damaged machine code."""

    def _dump(self, content: Any) -> bytes:
        data: bytes = super()._dump(content)
        return data + hashlib.sha256(data).digest()

    def _load_data(self, name: str) -> Any:
        data = Path(self._data_path(name)).read_bytes()
        size = len(data) - hashlib.sha256().digest_size
        if size < 0 or hashlib.sha256(data[:size]).digest() != data[size:]:
            raise ValueError(f"The compiled code in {name} is damaged.")
        return pickle.loads(data[:size])

    def remove(self) -> None:
        """All that was compiled of this function."""
        stem = self._index_name.removesuffix(".nbi")
        with contextlib.suppress(OSError):
            for entry in os.scandir(self._cache_path):
                if entry.name == self._index_name or (entry.name.startswith(f"{stem}.") and ".nbc" in entry.name):
                    os.unlink(entry)


class _Cache(Cache):  # type: ignore[misc]
    """Numba's own, that can be lost: what cannot be read is compiled, and what cannot be written is not kept."""

    _impl_class = _Form

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        locator = self._impl.locator
        self._cache_file = _File(self._cache_path, self._impl.filename_base, locator.get_source_stamp())

    def load_overload(self, signature: Any, context: Any) -> Any:
        try:
            return super().load_overload(signature, context)
        except Exception:  # a damaged file can raise anything: it goes, and is made again
            self._cache_file.remove()
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        try:
            super().save_overload(signature, result)
        except OSError as error:
            tell_lost(self._cache_path, error)


class Whole(Base):  # type: ignore[misc]
    """A kernel that Python calls, compiled; kept on disk, in a folder that is asked for when it is first needed."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _replace_compiler(self, _Compiler)
        self.folder: Callable[[], str] | None = None

    def compile(self, signature: Any) -> Any:
        """Loads it for these arguments, or compiles it."""
        with global_compiler_lock:
            if self.folder is not None:
                before, config.CACHE_DIR = config.CACHE_DIR, self.folder()
                try:
                    self._cache = _Cache(self.py_func)
                finally:
                    config.CACHE_DIR, self.folder = before, None
            return super().compile(signature)


def _wide(argument: Any) -> Any:
    """The type of an argument as a piece takes it: signed whole numbers, constant or small, are `int64`.

    Compiled, small ones widen in every sum anyway; unsigned ones do so to another type, and are left alone.
    """
    plain = unliteral(argument) if isinstance(argument, types.IntegerLiteral) else argument
    return types.int64 if isinstance(plain, Integer) and plain.signed else argument


class Piece(Base):  # type: ignore[misc]
    """A kernel that compiled code calls. Called from Python, it is the plain function."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _replace_compiler(self, _PieceCompiler)

    def __call__(self, *arguments: Any) -> Any:
        return self.py_func(*arguments)

    def get_call_template(self, arguments: Any, by_name: Any) -> Any:
        """How Numba learns what a call gives: one translation serves whatever whole numbers it is called with.

        Numba makes one for each constant and each width of integer (ten, of some of ours). Only a kernel that cannot be
        typed without knowing the constant (it picks from a mixed tuple, say) is still made for it.
        """
        signature, given = self._compiler.fold_argument_types(arguments, by_name)
        wanted = tuple(_wide(one) for one in given)
        try:
            self.compile(wanted)
        except errors.TypingError:
            wanted = tuple(given)
            self.compile(wanted)
        name = self.py_func.__name__
        found = self.overloads[wanted].signature
        return template_of(f"CallTemplate({name})", key=name, signatures=[found]), signature, given, {}

    def compile(self, signature: Any) -> Any:
        """Types and translates it for these arguments; answers the key under which compiled code finds it."""
        with global_compiler_lock:
            arguments, return_type = read_signature(signature)
            known = self.overloads.get(tuple(arguments))
            if known is not None:
                return known.entry_point
            details = {"dispatcher": self, "args": arguments, "return_type": return_type}
            with self._compiling_counter, event.trigger_event("numba:compile", data=details):
                result = self._compiler.compile(arguments, return_type)
            result = result._replace(entry_point=object())
            context = self.targetctx
            result.library.environments.set_env(context.get_env_name(result.fndesc), result.environment)
            context.insert_user_function(result.entry_point, result.fndesc, [result.library])
            self.overloads[tuple(arguments)] = result
            return result.entry_point
