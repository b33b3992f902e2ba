/** The style of proof pages, which the page's policy allows by its hash. */
export const STYLE = `
:root { color-scheme: light dark; --line: #8885; --mark: #ffe08a; --on-mark: #1a1a1a; }
body { background: light-dark(#fff, #121212); color: light-dark(#1a1a1a, #eaeaea); margin: 0 auto; max-width: 90rem; padding: 1.5rem; font: 16px/1.5 system-ui, sans-serif; }
a { color: light-dark(#0b57d0, #8ab4f8); }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
.marking { font-weight: 700; }
.warning { border-left: 4px solid #c62828; padding-left: .75rem; font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; }
dt { opacity: .75; }
dd { margin: 0; overflow-wrap: anywhere; }
code { font-size: .85em; overflow-wrap: anywhere; }
main { display: grid; grid-template-columns: minmax(16rem, 24rem) minmax(0, 1fr); gap: 2rem; }
section.techniques { align-self: start; position: sticky; top: 0; max-height: 100vh; overflow: auto; }
section.techniques ol { padding: 0; list-style: none; }
section.techniques li { border-top: 1px solid var(--line); padding: .5rem 0; }
section.techniques p { margin: .25rem 0; font-size: .9rem; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0; }
mark { background: var(--mark); color: var(--on-mark); }
sup { font-size: .7rem; margin-left: .15rem; }
:target + mark { outline: 3px solid #1565c0; }
nav { margin: 1rem 0; }
@media (max-width: 60rem) { main { display: block; } section.techniques { position: static; max-height: none; } }
`;
