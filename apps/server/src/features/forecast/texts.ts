import type { Verdict } from '@atrium/forecast/forecast';

/** Why a model is used for a zone, or why not. */
export const verdictTexts: Record<Verdict, string> = {
  passed: 'The model was closer than the baselines in the back-test.',
  short: 'There is too little history to test a model, so the last week is repeated.',
  'no better': 'No model was reliably closer than the baselines in the back-test, so the better baseline is used.',
  'no pattern':
    'The counts follow no pattern that a forecast could use, so nothing is published. A location with this zone on its perimeter has no band.',
  silent: 'Nothing was counted in the last four weeks, so nothing is published.',
};
