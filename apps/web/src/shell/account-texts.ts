/** The shell's texts about the user's account; separate, so that the sign-in page does not load them. */
export const accountTexts = {
  proof: {
    title: 'Confirm that it is you',
    why: 'This changes how you or your sensors sign in, so please confirm that it is you. You are not asked again for ten minutes.',
    passkey: 'Use a passkey',
    or: 'or',
    password: 'Password',
    code: 'Code from your authenticator app',
    withPassword: 'Use your password',
    withCode: 'Use your authenticator app',
    submit: 'Confirm',
    failed: 'Server Request Error',
  },
  goToHomepage: 'Go to homepage',
  setHomepage: 'Set current page as homepage',
  profilePage: 'Profile',
  homepage: { title: 'Profile', ok: 'Updated homepage successfully', fail: 'Unable to update homepage' },
  loginAs: {
    item: 'Sign in as someone else',
    title: 'Sign in as someone else',
    label: 'Email of the person',
    confirm: 'Sign in',
  },
  acting: {
    label: 'Signed in as someone else',
    text: (name: string, email: string) =>
      `You see Atrium as ${name} (${email}). What you do is logged with both names.`,
    return: (name: string) => `Return to ${name}`,
    back: { title: 'Sign in as', ok: 'You are back in your own account.', fail: 'Unable to return' },
  },
  expiry: {
    title: (product: string) => `${product} expires soon`,
    dismiss: 'Got it',
  },
  ended: {
    title: (organization: string) => `The subscription of ${organization} has expired`,
    disabledTitle: (organization: string) => `The account of ${organization} is disabled`,
    disabled: 'Nothing can be opened until it is enabled again. Please contact your provider.',
    profile: 'Your profile',
  },
  terms: {
    title: 'Terms of service',
    accept: 'Accept',
    reject: 'Reject',
    accepted: { title: 'Terms of service', ok: 'Terms accepted', fail: 'Unable to accept the terms' },
    rejected: { title: 'Terms of service', ok: 'Your account is disabled', fail: 'Unable to disable user account' },
    confirm: {
      title: 'Reject the terms of service?',
      body: 'Without them you cannot use Atrium: your account is disabled and you are signed out. Only an administrator can enable it again. Are you sure?',
      confirm: 'Yes, reject and disable my account',
      danger: true,
    },
  },
} as const;
