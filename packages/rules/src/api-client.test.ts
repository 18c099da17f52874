import { describe, expect, it } from 'vitest';
import { apiClientProblems, apiClientTexts, linkProblems } from './api-client.ts';

const messagesFor = (name: string, userId = 'u') => apiClientProblems({ name, userId }).map(({ message }) => message);
const linkMessages = (isDisabled: boolean, isRegistered: boolean) =>
  linkProblems({ isDisabled, isRegistered }).map(({ path, message }) => [path, message]);

describe('an API client', () => {
  it('[R698] needs a name on one line and a user', () => {
    expect(messagesFor('Reports')).toEqual([]);
    expect(messagesFor('', '')).toEqual([apiClientTexts.name, apiClientTexts.userId]);
    expect(messagesFor('x'.repeat(101))).toEqual([apiClientTexts.nameLong]);
    expect(messagesFor('two\nlines')).toEqual([apiClientTexts.nameLine]);
  });

  it('[R698] is linked to a user who has registered and can sign in', () => {
    expect(linkMessages(false, true)).toEqual([]);
    expect(linkMessages(true, true)).toEqual([['userId', apiClientTexts.userDisabled]]);
    expect(linkMessages(true, false)).toEqual([['userId', apiClientTexts.userDisabled]]);
    expect(linkMessages(false, false)).toEqual([['userId', apiClientTexts.userInvited]]);
  });
});
