import { failedPasswordRules } from '@atrium/rules/password';
import * as z from 'zod/mini';

/** A new password: one message for each broken rule. */
export const newPassword = z.string().check(({ value, issues }) => {
  const failed = failedPasswordRules(value);
  if (failed.length > 0) issues.push({ code: 'custom', message: failed.join(' '), input: value });
});
