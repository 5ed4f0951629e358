/** Looks up which records the texts of a file mean. */
import { unwrap } from '@headwater/client';
import type { Client } from '../account/account.js';
import type { Contract } from '../contract/contract.js';
import type { Member } from '../contract/member.js';
import type { DataRecord } from '../contract/values.js';
import { type FindRecord, type Mapping, textsOf } from './mapping.js';
import type { Table } from './table.js';

/** @returns what finds the records of all texts of the file, each asked for once */
export async function findRecords(
  client: Client,
  contract: Contract,
  table: Table,
  mapping: Mapping,
  members: readonly Member[],
): Promise<FindRecord> {
  const found = new Map<string, string>();
  for (const member of members.filter(({ kind }) => kind === 'relation')) {
    for (const text of textsOf(table, mapping, member)) {
      const id = await findRecord(client, contract, member, text);
      if (id !== undefined) found.set(`${member.name} ${text}`, id);
    }
  }
  return (member, text) => found.get(`${member.name} ${text}`);
}

async function findRecord(
  client: Client,
  contract: Contract,
  { links, dataSet }: Member,
  text: string,
): Promise<string | undefined> {
  const ids: string[] = [];
  for (const { target } of links) {
    const entityType = contract.ofName(target);
    if (entityType === undefined || entityType.labelMember === 'id') continue;
    const filter = { [entityType.labelMember]: text, ...entityType.only, ...(dataSet && { data_set_id: dataSet }) };
    const query = { first: 2, 'load-only': 'id', filter };
    const { data } = await unwrap(
      client.GET<{ data: readonly DataRecord[] }>(`/entities/${entityType.collection}`, { params: { query } }),
    );
    ids.push(...data.map(({ id }) => id));
  }
  return ids.length === 1 ? ids[0] : undefined;
}
