/**
 * What runs here, as data: the addresses of the service at an origin, and whether it can be used already. Names no space: who is
 * not let in must not learn which there are.
 */
import { readFileSync } from 'node:fs';
import type { Database } from '../../db/database.js';
import { hasSpaces } from '../../db/spaces.js';

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

/** `empty`: no space has been made yet. */
export type ServiceState = 'ready' | 'empty' | 'database unreachable';

export interface Overview {
  readonly name: 'Headwater';
  readonly version: string;
  readonly state: ServiceState;
  /** Addresses; the caller fills in what is in braces. */
  readonly interfaces: {
    readonly rest_v100: { readonly address: string; readonly contract: string; readonly space_contract: string };
    readonly graphql: { readonly address: string; readonly contract: string };
    readonly rest_v1: { readonly address: string; readonly contract: string };
  };
  readonly reference: string;
  readonly health: { readonly live: string; readonly ready: string };
  readonly metrics: string;
}

/** @param origin scheme and host without a trailing slash */
export function describeService(origin: string, state: ServiceState): Overview {
  const rest = `${origin}/api/v100/rest/spaces/{space_id}`;
  return {
    name: 'Headwater',
    version,
    state,
    interfaces: {
      rest_v100: {
        address: `${rest}/entities/{collection}`,
        contract: `${origin}/openapi/v100.json`,
        space_contract: `${rest}/openapi.json`,
      },
      graphql: {
        address: `${origin}/api/v100/graphql/spaces/{space_id}`,
        contract: `${origin}/graphql/schema.graphql`,
      },
      rest_v1: {
        address: `${origin}/rest_services/v1/{space_name}/{collection}`,
        contract: `${origin}/openapi/v1.json`,
      },
    },
    reference: `${origin}/docs`,
    health: { live: `${origin}/health/live`, ready: `${origin}/health/ready` },
    metrics: `${origin}/metrics`,
  };
}

/** Waits on the database; its failure is a state like any other. */
export async function readState(db: Database): Promise<ServiceState> {
  try {
    return (await hasSpaces(db)) ? 'ready' : 'empty';
  } catch {
    return 'database unreachable';
  }
}
