import { expect, it } from 'vitest';
import { networkOf } from './bounded-connections.js';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001::2:3:4:5:6', '2001:0:0:2'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
