import { expect, it } from 'vitest';
import { cleanedTemplate, newTemplate, templateProblems } from './dashboard-template.ts';

const categories = ['Traffic', 'Sales'];
const named = { ...newTemplate, name: 'Stores' };

it('[R323] needs a name and one of the categories or none', () => {
  expect(templateProblems(newTemplate, categories)).toEqual([{ path: 'name', message: 'Template must have a name' }]);
  expect(templateProblems({ ...named, templateCategory: 'Traffic' }, categories)).toEqual([]);
  expect(templateProblems(named, categories)).toEqual([]);
  expect(templateProblems({ ...named, templateCategory: 'Other' }, categories)).toEqual([
    { path: 'templateCategory', message: 'Choose one of the categories' },
  ]);
});

it('[R965] has few short tags, each once', () => {
  const cleaned = cleanedTemplate({ ...named, name: ' Stores ', templateTags: [' Retail', 'retail', '', 'Doors'] });
  expect(cleaned).toMatchObject({ name: 'Stores', templateTags: ['Retail', 'Doors'] });
  const tags = Array.from({ length: 11 }, (_, n) => `tag ${n}`);
  expect(templateProblems({ ...named, templateTags: tags }, categories)).toMatchObject([{ path: 'templateTags' }]);
  expect(templateProblems({ ...named, templateTags: ['x'.repeat(31)] }, categories)).toMatchObject([
    { path: 'templateTags' },
  ]);
});

it('[R965] is not offered in the gallery without cards', () => {
  expect(templateProblems({ ...named, publishToGallery: true }, categories)).toMatchObject([{ path: 'config' }]);
});
