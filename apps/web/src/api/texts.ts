import { mainProduct, maximumRows } from '@atrium/contract/product';

export const texts = {
  maintenance: {
    /** The spelling comes from the specification. */
    title: 'Maintentance Mode',
    text: `${mainProduct.name} is in maintenance mode, try again in a few minutes`,
  },
  maximumResults: {
    title: 'Maximum Results',
    text: `Your query contains the maximum number of results: ${maximumRows}. You may be missing data from the query`,
  },
  recordErrors: { title: 'Errors', marker: 'There are errors in the records.' },
  socketError: 'Socket Error',
  socketLost: 'The live connection was lost. Numbers stop updating until it is back; Atrium keeps trying.',
  loginAs: {
    title: 'Sign in as',
    ok: 'You now see Atrium as this person does.',
    fail: 'Unable to sign in as this person',
  },
  noAnswer: 'The server could not be reached.',
  offline: {
    title: 'No connection',
    text: 'The server could not be reached, so this page may be out of date. Check your connection.',
  },
} as const;
