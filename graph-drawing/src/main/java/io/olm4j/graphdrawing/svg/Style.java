package io.olm4j.graphdrawing.svg;

/** The look of a drawing, on light and on dark. */
final class Style {
    private Style() {}

    /** Colours of GitHub's Primer, whose contrast holds on their backgrounds; kinds differ by pattern too. */
    static final String ELEMENT = """
            <style>
            .olm-channel .page{fill:#fff}
            .olm-channel text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;fill:#1f2328}
            .olm-channel .sans{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
            .olm-channel .title{font-size:18px;font-weight:600}
            .olm-channel .small{font-size:11px;fill:#59636e}
            .olm-channel .tag{font-size:11px;font-weight:600;text-anchor:end;fill:#59636e}
            .olm-channel .box{fill:#f6f8fa;stroke:#818b98;stroke-width:1.25}
            .olm-channel .head .box{fill:#dafbe1;stroke:#1a7f37;stroke-width:2.5}
            .olm-channel .head .tag{fill:#116329}
            .olm-channel .deprecated .box{fill:#fff1e5;stroke:#bc4c00;stroke-dasharray:7 3}
            .olm-channel .deprecated .name{text-decoration:line-through;fill:#762c00}
            .olm-channel .deprecated .tag{fill:#953800}
            .olm-channel .missing .box{fill:#ffebe9;stroke:#cf222e;stroke-dasharray:3 2}
            .olm-channel .outside .box{fill:none;stroke:#818b98;stroke-dasharray:3 3}
            .olm-channel .outside .name{font-style:italic;fill:#59636e}
            .olm-channel .edge{fill:none;stroke-width:1.6}
            .olm-channel .edge.replaces{stroke:#424a53}
            .olm-channel .edge.skips{stroke:#0969da;stroke-dasharray:6 4}
            .olm-channel .edge.skiprange{stroke:#8250df;stroke-width:1.8;stroke-dasharray:.1 4.4;stroke-linecap:round}
            .olm-channel .tip.replaces,.olm-channel .joint.replaces{fill:#424a53}
            .olm-channel .tip.skips,.olm-channel .joint.skips{fill:#0969da}
            .olm-channel .tip.skiprange,.olm-channel .joint.skiprange{fill:#8250df}
            @media (prefers-color-scheme:dark){
            .olm-channel .page{fill:#0d1117}
            .olm-channel text{fill:#e6edf3}
            .olm-channel .small,.olm-channel .tag,.olm-channel .outside .name{fill:#9198a1}
            .olm-channel .box{fill:#151b23;stroke:#656c76}
            .olm-channel .head .box{fill:#12261e;stroke:#3fb950}
            .olm-channel .head .tag{fill:#56d364}
            .olm-channel .deprecated .box{fill:#2b1d12;stroke:#db6d28}
            .olm-channel .deprecated .name,.olm-channel .deprecated .tag{fill:#ffa657}
            .olm-channel .missing .box{fill:#2d1517;stroke:#f85149}
            .olm-channel .outside .box{fill:none;stroke:#656c76}
            .olm-channel .edge.replaces{stroke:#c9d1d9}
            .olm-channel .edge.skips{stroke:#58a6ff}
            .olm-channel .edge.skiprange{stroke:#bc8cff}
            .olm-channel .tip.replaces,.olm-channel .joint.replaces{fill:#c9d1d9}
            .olm-channel .tip.skips,.olm-channel .joint.skips{fill:#58a6ff}
            .olm-channel .tip.skiprange,.olm-channel .joint.skiprange{fill:#bc8cff}
            }
            </style>
            """;

    /** The marked entries; only drawings with marks need it. */
    static final String MARKS = """
            <style>
            .olm-channel .next .box{fill:#fff8c5;stroke:#9a6700}
            .olm-channel .step .box{fill:#dafbe1;stroke:#1a7f37;stroke-width:2.5}
            .olm-channel .installed .box{fill:#ddf4ff;stroke:#0969da;stroke-width:2.5}
            @media (prefers-color-scheme:dark){
            .olm-channel .next .box{fill:#272115;stroke:#d29922}
            .olm-channel .step .box{fill:#12261e;stroke:#3fb950}
            .olm-channel .installed .box{fill:#0c2d6b;stroke:#58a6ff}
            }
            </style>
            """;
}
