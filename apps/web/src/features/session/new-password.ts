import { failedPasswordRules } from '@atrium/rules/password';
import * as z from 'zod/mini';

/** A password that someone chooses: every broken rule in one sentence each. */
export const newPassword = z.string().check(({ value, issues }) => {
  const failed = failedPasswordRules(value);
  if (failed.length > 0) issues.push({ code: 'custom', message: failed.join(' '), input: value });
});
