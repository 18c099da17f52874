import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerTo } from './challenge.ts';

const mufasa = { username: 'Mufasa', password: 'Circle of Life' };
const asked = {
  method: 'GET',
  path: '/dir/index.html',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
};
const digest = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;
const md5 = '8ca523f5e9506fed4657c9700eebdbec';
const sha256 = '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1';

describe('[I198] the answer to a challenge', () => {
  it.each([
    ['MD5', digest('MD5'), md5],
    ['SHA-256', digest('SHA-256'), sha256],
    ['the stronger of two', `${digest('MD5')}, ${digest('SHA-256')}`, sha256],
  ])('is that of RFC 7616 for %s', (_, challenge, response) => {
    const answer = answerTo(challenge, mufasa, asked);
    expect(answer).toContain(`response="${response}"`);
    expect(answer).toContain('uri="/dir/index.html"');
    expect(answer).toContain('opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"');
    expect(answer).not.toContain('Circle');
  });

  it.each([
    ['nothing', null],
    ['Basic', 'Basic realm="sensor"'],
    ['a Digest that nobody knows', 'Digest realm="x", nonce="y", algorithm=SHA-512-256'],
    ['a Digest without a nonce', 'Digest realm="x"'],
  ])('is Basic for %s', (_, challenge) => {
    expect(answerTo(challenge, mufasa, asked)).toBe(`Basic ${Buffer.from('Mufasa:Circle of Life').toString('base64')}`);
  });

  it('is one line, whatever the challenge says', () => {
    assert(
      property(string({ unit: 'binary' }), (text) => {
        const challenge = `Digest realm="${text}", nonce="${text}", opaque="${text}"`;
        expect(answerTo(challenge, mufasa, asked)).not.toMatch(/[\r\n]/);
      }),
    );
  });
});
