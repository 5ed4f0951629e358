/** What a client can and cannot be made from. */
import { describe, expect, it } from 'vitest';
import { type ClientSettings, checkSettings } from './client-settings.js';

const valid = { baseUrl: 'https://crm.example.com', space: 'demo', token: 'token', password: 'secret' };

describe('checkSettings', () => {
  it('fills in the defaults', () => {
    expect(checkSettings(valid)).toMatchObject({ ...valid, timeoutMs: 30_000, maxAttempts: 3 });
  });

  it.each([
    ['https://crm.example.com/', 'https://crm.example.com'],
    ['https://crm.example.com/below/it//', 'https://crm.example.com/below/it'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('takes %s as %s', (baseUrl, wanted) => {
    expect(checkSettings({ ...valid, baseUrl }).baseUrl).toBe(wanted);
  });

  it.each<[keyof ClientSettings, string | number]>([
    ['baseUrl', ''],
    ['baseUrl', 'crm.example.com'],
    ['baseUrl', 'ftp://crm.example.com'],
    ['baseUrl', 'https://crm.example.com/?x=1'],
    ['baseUrl', 'https://crm.example.com/#x'],
    ['space', ''],
    ['token', ''],
    ['token', 'with:colon'],
    ['password', ''],
    ['timeoutMs', 0],
    ['timeoutMs', 1.5],
    ['timeoutMs', 2 ** 31],
    ['maxAttempts', 0],
    ['maxAttempts', 11],
  ])('rejects %s %j', (name, value) => {
    expect(() => checkSettings({ ...valid, [name]: value })).toThrow(new RegExp(`^"${name}"`));
  });

  it('never shows what may hold a secret', () => {
    const rejection = () => checkSettings({ ...valid, baseUrl: 'https://user:hunter2@crm.example.com' });
    expect(rejection).toThrow(/credentials/);
    expect(rejection).not.toThrow(/hunter2/);
  });
});
