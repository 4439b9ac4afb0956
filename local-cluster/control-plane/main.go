// Command control-plane is every program of a Kubernetes control plane in one binary: the first argument says which one runs.
package main

import (
	"fmt"
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	kubectl "k8s.io/kubectl/pkg/cmd"
	kubectlutil "k8s.io/kubectl/pkg/cmd/util"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"

	// The log format and the metrics that the components' own main packages register.
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
)

const usage = "usage: control-plane etcd|kube-apiserver|kube-controller-manager|kube-scheduler|kubectl|registry FLAG...\n" +
	"       control-plane run -- COMMAND ARGUMENT..."

func main() {
	if len(os.Args) < 2 {
		exitWithUsage()
	}
	// The components read their flags from os.Args, as if each were a program of its own.
	os.Args = os.Args[1:]
	switch os.Args[0] {
	case "etcd":
		endWithParent()
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		endWithParent()
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "kube-controller-manager":
		endWithParent()
		os.Exit(cli.Run(controllermanager.NewControllerManagerCommand()))
	case "kube-scheduler":
		endWithParent()
		os.Exit(cli.Run(scheduler.NewSchedulerCommand()))
	case "registry":
		endWithParent()
		os.Exit(serveRegistry(os.Args[1:]))
	case "run":
		os.Exit(runProgram(os.Args[1:]))
	case "kubectl":
		kubectlutil.CheckErr(cli.RunNoErrOutput(kubectl.NewDefaultKubectlCommand()))
	default:
		exitWithUsage()
	}
}

func exitWithUsage() {
	fmt.Fprintln(os.Stderr, usage)
	os.Exit(2)
}
