package main

import (
	"io"
	"os"
	"syscall"
)

// endWithParent ends this process when its parent ends.
func endWithParent() {
	leaveForeground()
	go func() {
		awaitParentEnd()
		os.Exit(0)
	}()
}

// awaitParentEnd returns when standard input ends. The parent holds the other end of that pipe and never writes to it:
// however the parent ends, also by SIGKILL, the kernel closes the pipe.
func awaitParentEnd() {
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// leaveForeground moves this process to a process group of its own, so that Ctrl-C on the terminal reaches the parent alone,
// which then stops its components in order.
func leaveForeground() {
	_ = syscall.Setpgid(0, 0)
}
