import type { DashboardTemplate } from '@atrium/contract/dashboard-templates';

export interface GalleryFilter {
  readonly search: string;
  readonly category: string | undefined;
  readonly tag: string | undefined;
}

/** Every word of the search is found somewhere in the name, the description, the category or the tags. */
export function matching(
  templates: readonly DashboardTemplate[],
  { search, category, tag }: GalleryFilter,
): readonly DashboardTemplate[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return templates.filter(({ name, description, templateCategory, templateTags }) => {
    if (category !== undefined && templateCategory !== category) return false;
    if (tag !== undefined && !templateTags.includes(tag)) return false;
    const text = [name, description, templateCategory, ...templateTags].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** In alphabetical order. */
export function tagsOf(templates: readonly DashboardTemplate[]): readonly string[] {
  const tags = new Set(templates.flatMap(({ templateTags }) => templateTags));
  return [...tags].toSorted((a, b) => a.localeCompare(b, 'en'));
}
