/**
 * The look of the HTML report, for light and dark screens and for print.
 */
export const htmlStyle = `
:root { color-scheme: light dark; --ink: #1d2733; --paper: #fbfcfd; --line: #d5dde5; --soft: #eef2f6; --good: #1a7f45; --bad: #b3261e; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #dde5ee; --paper: #12181f; --line: #33404d; --soft: #1b242d; --good: #5fd08f; --bad: #ff8a80; --warn: #f0bf5a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.6rem; }
h2 { margin: 2rem 0 .75rem; font-size: 1.25rem; }
h3 { margin: 0; font-size: 1rem; font-weight: 600; }
.verdict { margin: .25rem 0 1rem; font-size: 1.2rem; font-weight: 600; }
.passed { color: var(--good); }
.failed, .error { color: var(--bad); }
.noted { color: var(--warn); }
.skipped { color: var(--ink); opacity: .75; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 0; }
dl div { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; overflow-wrap: anywhere; }
dt { font-size: .8rem; opacity: .8; }
dd { margin: 0; font-weight: 600; }
article { border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: .5rem; padding: .75rem 1rem; margin: 0 0 1rem; }
article p { margin: .5rem 0; }
.spec { font-size: .9rem; }
.badge { display: inline-block; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .6rem; font-size: .8rem; white-space: nowrap; }
pre { background: var(--soft); border-radius: .4rem; padding: .6rem .8rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; }
code { font-size: .9em; overflow-wrap: anywhere; }
details { margin: 0 0 .5rem; }
summary { cursor: pointer; padding: .35rem 0; }
table { width: 100%; border-collapse: collapse; margin: .25rem 0 1rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-top: 1px solid var(--line); font-size: .92rem; }
td:last-child, th:last-child { text-align: right; white-space: nowrap; }
@media print { body { max-width: none; } details { display: block; } }
`;
