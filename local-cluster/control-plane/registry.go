package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/google/go-containerregistry/pkg/registry"
)

// serveRegistry serves a container registry over plain HTTP: blobs in a directory, manifests in memory.
func serveRegistry(args []string) int {
	flags := flag.NewFlagSet("registry", flag.ExitOnError)
	address := flags.String("address", "127.0.0.1:5000", "host:port to listen on")
	directory := flags.String("blobs", "", "directory that keeps the blobs")
	_ = flags.Parse(args)
	if *directory == "" || flags.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "usage: control-plane registry --address HOST:PORT --blobs DIRECTORY")
		return 2
	}
	server := &http.Server{
		Addr: *address,
		Handler: registry.New(
			registry.WithBlobHandler(registry.NewDiskBlobHandler(*directory)),
			registry.WithReferrersSupport(true),
			registry.Logger(log.New(os.Stdout, "", log.LstdFlags))),
		ReadHeaderTimeout: 10 * time.Second,
	}
	fmt.Fprintln(os.Stderr, server.ListenAndServe())
	return 1
}
