/** The currencies of the space, read when an amount is first shown. */
import { PermissionError } from '@headwater/client';
import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../account/account.js';
import { type Currencies, currenciesOf, noCurrencies } from '../contract/currencies.js';
import { useSpace } from '../space.js';

/** Read once for each client, so that a list with a hundred amounts asks once. */
const known = new WeakMap<Client, Promise<Currencies>>();

async function readCurrencies(client: Client): Promise<Currencies> {
  const params = { query: { 'load-only': 'code,is_base' } };
  const all: Parameters<typeof currenciesOf>[0][number][] = [];
  for await (const one of client.records<(typeof all)[number]>('/entities/Currencies', { params })) all.push(one);
  return currenciesOf(all);
}

/** What failed for another reason than rights is tried again when an amount is shown next. */
function withoutThem(client: Client, error: unknown): Currencies {
  if (!(error instanceof PermissionError)) known.delete(client);
  return noCurrencies;
}

/** @param isWanted false: nothing is read @returns `noCurrencies` until they have come, and for a key that may not read them */
export function useCurrencies(isWanted = true): Currencies {
  const { client } = useSpace();
  const [currencies, setCurrencies] = useState(noCurrencies);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isHere = true;
    const reading = known.get(client) ?? readCurrencies(client).catch((error) => withoutThem(client, error));
    known.set(client, reading);
    reading.then((read) => isHere && setCurrencies(read));
    return () => {
      isHere = false;
    };
  }, [client, isWanted]);
  return currencies;
}
