import type { OpenApiDocument } from '@headwater/openapi-types';
import { describe, expect, it } from 'vitest';
import { contractOf } from './contract.js';

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Ships', version: '1', description: 'Says "servers": [] in passing.' },
  servers: [{ url: '/ships/{port}', variables: { port: { default: 'Ghent' } } }],
  security: [],
  tags: [],
  paths: { '/masts': { servers: ['cached'] } },
  components: {},
};

describe('contractOf', () => {
  it('differs from the document in its server only', () => {
    const contract = contractOf(document);
    const server = contract.serverAt('https://sea.example.com');
    expect(server).toEqual({ ...document.servers[0], url: 'https://sea.example.com/ships/{port}' });
    expect(JSON.parse(contract.render(server))).toEqual({ ...document, servers: [server] });
  });

  it('has a tag for each server, the same for the same document', () => {
    const contract = contractOf(document);
    const tagAt = (origin: string) => contract.tagOf(contract.serverAt(origin));
    expect(tagAt('http://a')).toBe(contractOf(document).tagOf(contract.serverAt('http://a')));
    expect(tagAt('http://a')).not.toBe(tagAt('http://b'));
    const changed = contractOf({ ...document, info: { title: 'Ships', version: '2' } });
    expect(changed.tagOf(contract.serverAt('http://a'))).not.toBe(tagAt('http://a'));
  });

  it('needs a document that names a server', () => {
    expect(() => contractOf({ ...document, servers: [] })).toThrow('"Ships" has no place for its server');
  });
});
