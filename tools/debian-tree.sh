# debian-tree.sh - makes a minimal Debian 12 for tools/prove-debian, prove-packages and prove-container, which source
# this. They define say() and fail(), set `keep` to leave the tree, and then call tree_enter "$0" "$@" and tree_make.
# Needs root, debootstrap, and room in TMPDIR. Where packages come from is taken from this machine's apt and npm.

# Goes on in name spaces of its own, where the mounts and the processes end with the script.
tree_enter() { # PROGRAM ARGUMENT...
    [ "$(id -u)" = 0 ] || fail "needs root"
    command -v debootstrap >/dev/null || fail "needs debootstrap: apt-get install debootstrap"
    if [ -z "${PROVE_INSIDE:-}" ]; then
        PROVE_INSIDE=yes exec unshare --mount --mount-proc --pid --fork --kill-child "$@"
    fi
}

tree_unmount() {
    local mounted
    for mounted in proc sys dev/pts dev/shm dev; do
        umount -l "$tree/$mounted" 2>/dev/null || true
    done
}

tree_clean() {
    if [ -n "${booted:-}" ]; then # its first process: the others end with it
        kill -KILL "$booted" 2>/dev/null || true
        while kill -0 "$booted" 2>/dev/null; do sleep 0.1; done
    fi
    tree_unmount
    if [ -n "${keep:-}" ]; then say "kept $tree"; else rm -rf --one-file-system "$tree"; fi
}

# Makes the tree at $tree, or takes the one in FOLDER, and $inside, the environment for commands in it: bare, but for
# the way to the packages.
tree_make() { # [FOLDER]
    if [ -n "${1:-}" ]; then
        tree=$1
        trap tree_clean EXIT
        tree_prepare
        return
    fi
    tree=$(mktemp -d "${TMPDIR:-/tmp}/paua-debian.XXXXXX")
    chmod 755 "$tree" # its / must be open to every user of the tree
    trap tree_clean EXIT

    # The suites of Debian 12 that this machine reads, as "ADDRESS SUITE COMPONENT" lines.
    local suites mirror
    suites=$(apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' | sed -n 's/^Debian //p' | grep -E ' bookworm(-[a-z]+)* ' | sort -u || true)
    mirror=$(awk '$2 == "bookworm" { print $1; exit }' <<<"$suites")
    [ -n "$mirror" ] || fail "this machine's apt reads no Debian 12 (bookworm) main archive"

    say "debootstrap into $tree"
    debootstrap --variant=minbase bookworm "$tree" "$mirror" >"$tree.log" 2>&1 ||
        { tail "$tree.log"; rm -f "$tree.log"; fail "debootstrap failed"; }
    rm -f "$tree.log"
    sed 's/^/deb /' <<<"$suites" >"$tree/etc/apt/sources.list"
    apt-config dump Acquire | grep -E '^Acquire::(Check|Retries|https?::)' \
        >"$tree/etc/apt/apt.conf.d/99host" || true
    tree_prepare
}

# Mounts what programs need, and sets $inside.
tree_prepare() {
    local name
    cp /etc/resolv.conf /etc/hosts "$tree/etc/"
    mount -t proc proc "$tree/proc" || say "without /proc"
    mount -t sysfs -o ro sys "$tree/sys" 2>/dev/null || say "without /sys"
    mount --bind /dev "$tree/dev" || say "without /dev"
    mount --bind /dev/pts "$tree/dev/pts" 2>/dev/null || true
    mount -t tmpfs shm "$tree/dev/shm" || say "without /dev/shm"

    inside=(HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
    for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
        [ -z "${!name:-}" ] || inside+=("$name=${!name}")
    done
}

# Lets what is not from Debian be fetched in the tree as on this machine: adds to $inside.
tree_fetch_as_host() {
    if command -v npm >/dev/null; then
        inside+=("NPM_CONFIG_REGISTRY=$(npm config get registry 2>/dev/null)")
    fi
    if [ -f /etc/ssl/certs/ca-certificates.crt ]; then
        cp /etc/ssl/certs/ca-certificates.crt "$tree/usr/local/share/host-ca.crt"
        inside+=(NODE_EXTRA_CA_CERTS=/usr/local/share/host-ca.crt
            NPM_CONFIG_CAFILE=/usr/local/share/host-ca.crt)
    fi
}

# Starts systemd as the first process of the tree, in name spaces and a network of its own: the loopback interface is
# there, nothing else. $booted is its process. False: this machine does not allow it.
tree_boot() {
    cat >"$tree/boot.sh" <<'END'
ip link set lo up
mount --make-rprivate /
mount --bind "$1" "$1"
cd "$1"
mount -t tmpfs tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
# Nodes of its own: systemd gives them to users of the tree.
while read -r device major minor; do
    mknod -m 666 "dev/$device" c "$major" "$minor" || exit 1
done <<DEVICES
null 1 3
zero 1 5
full 1 7
random 1 8
urandom 1 9
tty 5 0
DEVICES
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t proc proc proc
mount -t sysfs -o ro sys sys
mount -t cgroup2 cgroup2 sys/fs/cgroup || exit 1
mkdir -p old
pivot_root . old
umount -l old
exec env -i container=other PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    /lib/systemd/systemd --system --show-status=no --unit=multi-user.target
END
    unshare --mount --pid --net --cgroup --ipc --uts --fork --kill-child bash "$tree/boot.sh" "$tree" </dev/null &
    local outer=$!
    for _ in $(seq 100); do
        sleep 0.3
        booted=$(pgrep -P "$outer" || true)
        [ -n "$booted" ] || { kill -0 "$outer" 2>/dev/null || return 1; continue; }
        case $(in_booted systemctl is-system-running 2>/dev/null || true) in
        running | degraded) return 0 ;;
        esac
    done
    return 1
}

# Runs a command in the booted tree.
in_booted() { # COMMAND ARGUMENT...
    nsenter --target "$booted" --mount --pid --net --cgroup --ipc --uts --root \
        env -i -C /root "${inside[@]}" DEBIAN_FRONTEND=noninteractive "$@"
}
