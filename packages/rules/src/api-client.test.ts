import { describe, expect, it } from 'vitest';
import { apiClientProblems, apiClientTexts, linkProblems } from './api-client.ts';

describe('an API client', () => {
  it('[R698] needs a name on one line and a user', () => {
    const problemsOf = (name: string, userId = 'u') =>
      apiClientProblems({ name, userId }).map(({ message }) => message);
    expect(problemsOf('Reports')).toEqual([]);
    expect(problemsOf('', '')).toEqual([apiClientTexts.name, apiClientTexts.userId]);
    expect(problemsOf('x'.repeat(101))).toEqual([apiClientTexts.nameLong]);
    expect(problemsOf('two\nlines')).toEqual([apiClientTexts.nameLine]);
  });

  it('[R698] is linked to a user who has registered and can sign in', () => {
    const problemsOf = (isDisabled: boolean, isRegistered: boolean) =>
      linkProblems({ isDisabled, isRegistered }).map(({ path, message }) => [path, message]);
    expect(problemsOf(false, true)).toEqual([]);
    expect(problemsOf(true, true)).toEqual([['userId', apiClientTexts.userDisabled]]);
    expect(problemsOf(true, false)).toEqual([['userId', apiClientTexts.userDisabled]]);
    expect(problemsOf(false, false)).toEqual([['userId', apiClientTexts.userInvited]]);
  });
});
