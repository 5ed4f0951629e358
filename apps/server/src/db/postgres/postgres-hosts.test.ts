import { describe, expect, it } from 'vitest';
import { parsePostgresUrl } from './postgres-hosts.js';

describe('parsePostgresUrl', () => {
  it.each([
    ['postgres://crm@localhost/crm', ['postgres://crm@localhost/crm']],
    [
      'postgres://u:p%40x@one:5432,two:5433/crm?target_session_attrs=read-write&sslmode=disable',
      ['postgres://u:p%40x@one:5432/crm?sslmode=disable', 'postgres://u:p%40x@two:5433/crm?sslmode=disable'],
    ],
    ['postgresql://[::1]:5432,two/crm', ['postgresql://[::1]:5432/crm', 'postgresql://two/crm']],
    ['postgres:///crm?host=/run/postgresql', ['postgres:///crm?host=%2Frun%2Fpostgresql']],
    ['postgres://one,two/crm?target_session_attrs=standby', undefined],
    ['postgres://one:port,two/crm', undefined],
    ['mysql://one/crm', undefined],
    ['localhost', undefined],
  ])('%s', (url, urls) => {
    expect(parsePostgresUrl(url)).toEqual(urls);
  });
});
