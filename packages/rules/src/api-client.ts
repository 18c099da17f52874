import { problemIf, type Problem } from './problem.ts';

export const maxNameCharacters = 100;
export const maxApiClients = 100;
/** How long an access token is valid. */
export const tokenSeconds = 3600;

/** Calls of one client: bursts, and beyond them a steady rate. */
export const callRate = { perSecond: 10, burst: 100 } as const;
/** In a minute: tokens for one client, wrong secrets from one address, and wrong tokens from one address. */
export const tokensPerMinute = 30;
export const wrongSecretsPerMinute = 20;
export const wrongTokensPerMinute = 100;

export const apiClientTexts = {
  name: 'Name is required',
  nameLong: `Name must have at most ${maxNameCharacters} characters`,
  nameLine: 'Name must be on one line',
  userId: 'User is required',
  userDisabled: 'This user cannot sign in. Choose an enabled user',
  userInvited: 'This user has not registered yet. Choose a registered user',
  tooMany: 'This organization has 100 API clients. Delete one that is no longer used',
} as const;

export function apiClientProblems({ name, userId }: { readonly name: string; readonly userId: string }): Problem[] {
  return [
    ...problemIf(name === '', 'name', apiClientTexts.name),
    ...problemIf(name.length > maxNameCharacters, 'name', apiClientTexts.nameLong),
    ...problemIf(/\p{Cc}/u.test(name), 'name', apiClientTexts.nameLine),
    ...problemIf(userId === '', 'userId', apiClientTexts.userId),
  ];
}

/** What keeps a user of the organization from being linked to a client. */
export function linkProblems(user: { readonly isDisabled: boolean; readonly isRegistered: boolean }): Problem[] {
  return [
    ...problemIf(user.isDisabled, 'userId', apiClientTexts.userDisabled),
    ...problemIf(!user.isDisabled && !user.isRegistered, 'userId', apiClientTexts.userInvited),
  ];
}
