/**
 * Draws key figures as a page: HTML with its charts as SVG inside, without scripts, fonts or pictures from elsewhere. Pure.
 */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 2 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const days = (value) => `${whole.format(value)} days`;

const tiles = [
  { name: 'WonAmount', title: 'Won', format: whole.format },
  { name: 'WinningOppties', title: 'Deals won', format: whole.format },
  { name: 'OpptyWinRate', title: 'Win rate', format: percent.format },
  { name: 'OpptyAverageSize', title: 'Average size', format: whole.format },
  // Less time is better.
  { name: 'OpptyAverageTimeSpent', title: 'Time to close', format: days, better: 'Falling' },
  { name: 'CreatingOppties', title: 'Deals created', format: whole.format },
];

const trends = { Rising: '▲ rising', Falling: '▼ falling', Stalling: '● stalling' };

/**
 * @param figures what `key-figures.graphql` answers
 * @param months name, `won` and `lost` of each month, the oldest first
 * @returns the whole page
 */
export function drawPage({ company, units, winners }, months) {
  const [first, last] = [company.startDatetime, new Date(Date.parse(company.endDatetime) - 1).toISOString()];
  const period = `${first.slice(0, 10)} to ${last.slice(0, 10)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Key figures, ${period}</title>
<style>${style}</style>
</head>
<body>
<main>
<header><h1>Key figures</h1><p>${period}, against as many days before</p></header>
<section class="tiles" aria-label="The whole company">${tiles.map((tile) => drawTile(tile, company.total)).join('')}</section>
<section class="wide"><h2>Won and lost, month by month</h2>${drawMonths(months)}</section>
<section><h2>Who has won most</h2>${drawWinners(winners.items)}</section>
<section><h2>Sales units, with those below</h2>${drawUnits(units.items)}</section>
</main>
</body>
</html>
`;
}

function drawTile({ name, title, format, better = 'Rising' }, total) {
  const trend = total[`${name}Trend`];
  const mood = trend === 'Stalling' ? 'level' : trend === better ? 'good' : 'bad';
  return `<article><h2>${title}</h2><strong>${format(total[name])}</strong><span class="${mood}">${trends[trend]}</span></article>`;
}

/** Two columns for each month on one scale. */
function drawMonths(months) {
  const [width, height, foot] = [960, 240, 28];
  const most = Math.max(1, ...months.flatMap(({ won, lost }) => [won, lost]));
  const step = width / months.length;
  const bar = step * 0.3;
  const column = (kind, value, left) => {
    const tall = (value / most) * (height - 24);
    const label = `<title>${kind} ${whole.format(value)}</title>`;
    return `<rect class="${kind}" x="${at(left)}" y="${at(height - tall)}" width="${at(bar)}" height="${at(tall)}" rx="2">${label}</rect>`;
  };
  const drawn = months.map(({ name, won, lost }, index) => {
    const middle = step * (index + 0.5);
    const top = height - (won / most) * (height - 24) - 6;
    return (
      column('won', won, middle - bar - 1) +
      column('lost', lost, middle + 1) +
      `<text class="over" x="${at(middle - 1)}" y="${at(top)}">${short.format(won)}</text>` +
      `<text x="${at(middle)}" y="${height + 18}">${name}</text>`
    );
  });
  const label = 'Amounts won and lost in each of the last twelve months';
  const legend = '<p class="legend"><i class="won"></i> won <i class="lost"></i> lost</p>';
  return `${legend}<svg viewBox="0 0 ${width} ${height + foot}" role="img" aria-label="${label}"><line x1="0" y1="${height}" x2="${width}" y2="${height}"/>${drawn.join('')}</svg>`;
}

/** A bar for each user. */
function drawWinners(items) {
  if (items.length === 0) return '<p>Nobody has won anything in this period.</p>';
  const most = Math.max(1, ...items.map(({ kpiValue }) => kpiValue));
  const row = 30;
  const drawn = items.map(({ clientFirstName, clientLastName, kpiValue, isDeleted }, index) => {
    const y = index * row;
    const name = encoded(`${clientFirstName} ${clientLastName}`.trim()) + (isDeleted ? ' (deleted)' : '');
    const wide = (kpiValue / most) * 240;
    return (
      `<text class="name" x="0" y="${y + 19}">${name}</text>` +
      `<rect class="won" x="170" y="${y + 6}" width="${at(wide)}" height="18" rx="2"/>` +
      `<text class="value" x="${at(176 + wide)}" y="${y + 19}">${whole.format(kpiValue)}</text>`
    );
  });
  return `<svg viewBox="0 0 480 ${items.length * row}" role="img" aria-label="Amounts won by user">${drawn.join('')}</svg>`;
}

function drawUnits(items) {
  const rows = items.map(({ salesUnitName, kpiData }) => {
    const { WonAmount, WinningOppties, LosingOppties, OpptyWinRate, OpptyAverageTimeSpent } = kpiData;
    const cells = [
      whole.format(WonAmount),
      whole.format(WinningOppties),
      whole.format(LosingOppties),
      percent.format(OpptyWinRate),
      whole.format(OpptyAverageTimeSpent),
    ];
    return `<tr><th scope="row">${encoded(salesUnitName)}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const heads = ['Unit', 'Amount', 'Won', 'Lost', 'Rate', 'Days'];
  return `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** A coordinate: tenths are finer than any screen. */
const at = (value) => Math.round(value * 10) / 10;

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const encoded = (text) => text.replace(/[&<>"']/g, (character) => entities[character]);

const style = `
:root { color-scheme: light dark; --text: #1c2430; --quiet: #5c6776; --page: #f5f6f8; --card: #fff; --line: #d9dee5; --won: #1f6fb2; --lost: #c9a24b; --good: #16723f; --bad: #b3322a; }
@media (prefers-color-scheme: dark) { :root { --text: #e7ebf0; --quiet: #9aa6b4; --page: #14181d; --card: #1d232a; --line: #36404b; --won: #5aa9e6; --lost: #d9b45b; --good: #5cc98a; --bad: #f0857d; } }
* { box-sizing: border-box; margin: 0; }
body { background: var(--page); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 460px), 1fr)); gap: 16px; max-width: 1080px; margin: 0 auto; padding: 24px 16px; }
header, .tiles, .wide { grid-column: 1 / -1; }
h1 { font-size: 24px; } header p, article h2, .legend { color: var(--quiet); }
section:not(.tiles), article { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 16px; overflow-x: auto; }
section > h2 { font-size: 16px; margin-bottom: 10px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; }
article h2 { font-size: 13px; font-weight: 500; } article strong { display: block; font-size: 24px; font-variant-numeric: tabular-nums; }
.good { color: var(--good); } .bad { color: var(--bad); } .level { color: var(--quiet); }
svg { display: block; width: 100%; height: auto; } svg text { fill: var(--quiet); font-size: 12px; text-anchor: middle; }
svg .over { text-anchor: end; } svg .name, svg .value { text-anchor: start; fill: var(--text); } svg line { stroke: var(--line); }
.won { fill: var(--won); background: var(--won); } .lost { fill: var(--lost); background: var(--lost); }
.legend i { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-left: 8px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 6px; font-size: 14px; text-align: right; border-top: 1px solid var(--line); white-space: nowrap; } thead th { border: 0; color: var(--quiet); font-weight: 500; } th:first-child { text-align: left; }
`;
