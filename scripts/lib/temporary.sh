# shellcheck shell=bash
# Temporary folders for tests. This file is sourced.

# temporary_folder NAME: makes a folder, sets `work` to its path, and lets programs put their temporary files into it. It is in memory where
# the system has a file system in memory with enough room: each test on PostgreSQL makes and removes a database of several hundred files, for
# which a disk needs longer than for the test. TMPDIR overrides this. PostgreSQL runs as its own user, which must be able to enter the folder.
temporary_folder() {
  local folder=/tmp
  if has_room /dev/shm; then folder=/dev/shm; fi
  work=$(mktemp -d "${TMPDIR:-$folder}/$1.XXXXXX") && chmod a+x "$work" && mkdir -m 1777 "$work/tmp" || return 1
  export TMPDIR=$work/tmp
}

# Whether this file system in memory and the memory itself have 8 GiB left.
has_room() {
  local kib free
  [ -w "$1" ] && [ -r /proc/meminfo ] && mountpoint -q "$1" || return 1
  kib=$(df -Pk "$1" | awk 'NR == 2 { print $4 }')
  free=$(awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo)
  [ "$((kib < free ? kib : free))" -gt $((8 * 1024 * 1024)) ]
}
