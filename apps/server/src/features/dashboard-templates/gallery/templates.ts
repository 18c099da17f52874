import type { ProductTemplate } from '../store.ts';
import { campusTemplates } from './campuses.ts';
import { libraryTemplates } from './libraries.ts';
import { mallTemplates } from './malls.ts';
import { museumTemplates } from './museums.ts';
import { officeTemplates } from './offices.ts';
import { providerStaffTemplates } from './provider-staff.ts';
import { shopTemplates } from './shops.ts';
import { transportTemplates } from './transport.ts';

/** The templates that come with the product. */
export const productTemplates: readonly ProductTemplate[] = [
  ...providerStaffTemplates,
  ...shopTemplates,
  ...mallTemplates,
  ...libraryTemplates,
  ...museumTemplates,
  ...campusTemplates,
  ...officeTemplates,
  ...transportTemplates,
];
