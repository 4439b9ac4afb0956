package io.olm4j.controller.objectset;

import static io.olm4j.testsupport.Objects.yaml;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;

/** Objects that the API server does not store as they are written. */
final class RewrittenObjects {

    private RewrittenObjects() {}

    /**
     * Objects with values that the API server drops, fills in or rewrites; the definition of the gadgets is not among
     * them.
     */
    static List<ObjectNode> in(String namespace) {
        return Stream.of("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: empty, namespace: %1$s, labels: {}, creationTimestamp: null}
                data: {max: "1.10", flag: ""}
                binaryData: {}
                """, """
                apiVersion: v1
                kind: Secret
                metadata: {name: plain, namespace: %1$s, annotations: null}
                stringData: {password: "", user: a}
                """, """
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: quiet, namespace: %1$s}
                automountServiceAccountToken: false
                imagePullSecrets: []
                """, """
                apiVersion: v1
                kind: Service
                metadata: {name: app, namespace: %1$s}
                spec:
                  type: ClusterIP
                  selector: {app: app}
                  externalIPs: []
                  loadBalancerIP: ""
                  publishNotReadyAddresses: false
                  ports: [{name: a, port: 80, targetPort: 8080}, {name: b, port: 81, targetPort: http}]
                """, """
                apiVersion: networking.k8s.io/v1
                kind: NetworkPolicy
                metadata: {name: all, namespace: %1$s}
                spec: {podSelector: {}, ingress: [{}], egress: []}
                """, """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: none, namespace: %1$s}
                rules: []
                """, """
                apiVersion: v1
                kind: LimitRange
                metadata: {name: range, namespace: %1$s}
                spec: {limits: [{type: Container, max: {cpu: "1.0", memory: 1024Mi}, min: {cpu: 0.01}, default: {}}]}
                """, """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: app, namespace: %1$s}
                spec:
                  replicas: 0
                  paused: false
                  minReadySeconds: 0
                  strategy: {}
                  selector: {matchLabels: {app: app}, matchExpressions: []}
                  template:
                    metadata: {creationTimestamp: null, labels: {app: app}, annotations: {}}
                    spec:
                      hostNetwork: false
                      nodeSelector: {}
                      tolerations: []
                      serviceAccountName: ""
                      affinity: {nodeAffinity: {}, podAffinity: null}
                      terminationGracePeriodSeconds: 0
                      securityContext: {runAsNonRoot: false, sysctls: []}
                      initContainers: []
                      containers:
                        - name: main
                          image: example.com/none:1
                          command: []
                          args: null
                          workingDir: ""
                          tty: false
                          ports: [{containerPort: 8080, hostPort: 0}]
                          resources: {limits: {}, requests: {cpu: 0.50, memory: 1048576Ki}}
                          env:
                            - {name: A, value: ""}
                            - {name: B, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: "1.0"}}}
                            - {name: C, valueFrom: {configMapKeyRef: {name: empty, key: max, optional: false}}}
                          securityContext: {runAsUser: 0, privileged: false, capabilities: {add: [], drop: [ALL]}}
                          livenessProbe: {initialDelaySeconds: 0, httpGet: {path: "", port: 8080, httpHeaders: []}}
                      volumes:
                        - {name: tmp, emptyDir: {sizeLimit: 0.5Gi}}
                        - {name: shm, emptyDir: {}}
                """, """
                apiVersion: %1$s.example.com/v1
                kind: Gadget
                metadata: {name: odd, namespace: %1$s, labels: {}}
                spec: {color: ""}
                """)
                .map(text -> yaml(text.formatted(namespace)))
                .toList();
    }
}
