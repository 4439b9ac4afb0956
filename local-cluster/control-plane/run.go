package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
)

// runProgram runs a program that does not watch its standard input itself, and takes it along when the parent ends.
func runProgram(args []string) int {
	if len(args) < 2 || args[0] != "--" {
		fmt.Fprintln(os.Stderr, usage)
		return 2
	}
	leaveForeground()
	// The death signal is bound to the thread that starts the child: this one stays until the child has ended.
	runtime.LockOSThread()
	child := exec.Command(args[1], args[2:]...)
	child.Stdout = os.Stdout
	child.Stderr = os.Stderr
	child.SysProcAttr = childAttributes()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if err := child.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	go func() {
		awaitParentEnd()
		_ = child.Process.Kill()
	}()
	go func() {
		for s := range signals {
			_ = child.Process.Signal(s)
		}
	}()
	var exit *exec.ExitError
	if err := child.Wait(); errors.As(err, &exit) {
		return max(exit.ExitCode(), 1)
	} else if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
