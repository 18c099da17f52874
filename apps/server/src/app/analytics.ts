import { type Answers, createAnswers } from '../analytics/answers.ts';
import { createExports } from '../analytics/export/exports.ts';
import { bindExports } from '../analytics/export/routes.ts';
import { createLocationAcf } from '../analytics/location-acf.ts';
import { bindAnalytics as bindQuestions } from '../analytics/routes.ts';
import { bindAnnotations } from '../features/annotations/routes.ts';
import { bindWelcome } from '../features/welcome/routes.ts';
import type { Core } from './core.ts';

/** The routes that query the facts. */
export function bindAnalytics({ http, registry, directory, facts, clock, stores, accounts }: Core): Answers {
  const answers = createAnswers({ registry, directory, facts, clock, stores, accounts });
  bindQuestions(http, answers, createLocationAcf(answers, directory));
  bindExports(http, createExports({ registry, directory, clock, answers }), answers);
  bindAnnotations(http, { registry, clock });
  bindWelcome(http, registry, clock);
  return answers;
}
