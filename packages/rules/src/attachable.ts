/** What files can be attached to. */
export const attachableTypes = ['org', 'location', 'site', 'space', 'sensor'] as const;
export type AttachableType = (typeof attachableTypes)[number];
