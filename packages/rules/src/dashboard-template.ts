import { describedAs, titleProblems, type Widget, widgetProblems } from './dashboard.ts';
import { type Problem, problemIf } from './problem.ts';

/** A template as staff edit it. */
export interface DashboardTemplateValues {
  readonly name: string;
  readonly description: string | null;
  /** One of the list `templatecategories`. */
  readonly templateCategory: string | null;
  readonly templateTags: readonly string[];
  readonly publishToGallery: boolean;
  readonly widgets: readonly Widget[];
}

/** Offered to organizations without dashboards that count people: the template "Visitors at a glance". */
export const firstTemplateId = '7e3b1a5e-0000-4000-8000-000014000000';
/** To those that have only data of another source: "Workplace occupancy" and "Checkpoint waits". */
export const firstTemplateIds = {
  traffic: firstTemplateId,
  occupancy: '7e3b1a5e-0000-4000-8000-000011000000',
  queue: '7e3b1a5e-0000-4000-8000-000013000000',
} as const;

const maxTags = 10;
const maxTag = 30;

export const templateTexts = {
  unnamed: 'Template must have a name',
  category: 'Choose one of the categories',
  tooManyTags: `A template has at most ${maxTags} tags`,
  longTag: `A tag has at most ${maxTag} characters`,
  empty: 'A template in the gallery needs at least one card',
} as const;

/** Of a new template. */
export const newTemplate: DashboardTemplateValues = {
  name: '',
  description: null,
  templateCategory: null,
  templateTags: [],
  publishToGallery: false,
  widgets: [],
};

/** Trimmed; each tag once, ignoring case. */
export function cleanedTemplate(values: DashboardTemplateValues): DashboardTemplateValues {
  const tags = new Map<string, string>();
  for (const tag of values.templateTags) {
    const text = tag.trim();
    if (text !== '' && !tags.has(text.toLowerCase())) tags.set(text.toLowerCase(), text);
  }
  return {
    ...values,
    name: values.name.trim(),
    description: describedAs(values.description),
    templateCategory: values.templateCategory?.trim() || null,
    templateTags: [...tags.values()],
  };
}

export function templateProblems(values: DashboardTemplateValues, categories: readonly string[]): Problem[] {
  const { name, templateCategory, templateTags, publishToGallery, widgets } = values;
  const isUnnamed = name.trim() === '';
  return [
    ...problemIf(isUnnamed, 'name', templateTexts.unnamed),
    ...titleProblems(isUnnamed ? { ...values, name: 'x' } : values),
    ...problemIf(
      templateCategory !== null && !categories.includes(templateCategory),
      'templateCategory',
      templateTexts.category,
    ),
    ...problemIf(templateTags.length > maxTags, 'templateTags', templateTexts.tooManyTags),
    ...problemIf(
      templateTags.some((tag) => tag.length > maxTag),
      'templateTags',
      templateTexts.longTag,
    ),
    ...widgetProblems(widgets),
    ...problemIf(publishToGallery && widgets.length === 0, 'config', templateTexts.empty),
  ];
}
