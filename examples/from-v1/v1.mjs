// Marks the accounts of a city as called, and prints them with the e-mail of their owner: by REST v1.
// HEADWATER_URL, HEADWATER_SPACE, HEADWATER_TOKEN and HEADWATER_PASSWORD name the space; CITY and MARK are the city and the mark.
const env = process.env;
const base = `${env.HEADWATER_URL ?? 'http://127.0.0.1:8080'}/rest_services/v1/${env.HEADWATER_SPACE ?? 'demo'}`;
const authorization = `Basic ${btoa(`${env.HEADWATER_TOKEN}:${env.HEADWATER_PASSWORD}`)}`;

async function send(path, body) {
  const answer = await fetch(`${base}/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${read.errorcode}: ${read.message}`);
  return { read, range: answer.headers.get('Content-Range') };
}

// Values of filters escape |, : and \ by a backslash.
const city = (env.CITY ?? 'Raleigh').replaceAll(/[\\|:]/g, (sign) => `\\${sign}`);
const filter = encodeURIComponent(`CITY::${city}`);
const accounts = [];
for (let total = 1; accounts.length < total; ) {
  const query = `filter=${filter}&sort=ORGANIZATION|ID&loadonly=ORGANIZATION|OWNER_ID&limit=10&offset=${accounts.length}`;
  const { read, range } = await send(`Accounts?${query}`);
  accounts.push(...read);
  total = Number(range.split('/')[1]);
}

// Owners come as numbers, which users have as their ID.
const { read: users } = await send('Clients?limit=-1&loadonly=EMAIL');
const emails = new Map(users.map(({ ID, EMAIL }) => [ID, EMAIL]));
for (const { ORGANIZATION, OWNER_ID } of accounts) console.log(`${ORGANIZATION} <${emails.get(OWNER_ID)}>`);

const marked = accounts.map(({ ID }) => ({ ID, COMMENTS: env.MARK ?? 'called' }));
let count = 0;
while (marked.length > 0) count += (await send('setEntities?entityName=Account', marked.splice(0, 1_000))).read.length;
console.log(`${count} marked`);
