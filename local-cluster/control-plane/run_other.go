//go:build !linux

package main

import "syscall"

// childAttributes has nothing to ask for where the kernel knows no death signal; the watch on standard input remains.
func childAttributes() *syscall.SysProcAttr {
	return nil
}
