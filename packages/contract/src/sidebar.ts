import * as z from 'zod/mini';
import { anyone } from './access.ts';
import { defineEndpoint } from './endpoint.ts';

const entry = z.object({ text: z.string(), sref: z.string(), icon: z.string(), alert: z.optional(z.number()) });
/** Items of a section are adjacent, below its name. */
export const sidebarItem = z.object({
  ...entry.shape,
  section: z.optional(z.string()),
  submenu: z.optional(z.array(entry)),
});
export type SidebarItem = z.output<typeof sidebarItem>;

export const getSidebar = defineEndpoint({
  name: 'getSidebar',
  area: 'shell',
  summary: 'The menu: only existing pages that the caller may open',
  method: 'GET',
  path: '/server/sidebar-menu.json',
  aliases: ['/api/sidebar'],
  access: anyone,
  query: z.object({ orgId: z.optional(z.string()) }),
  reply: z.array(sidebarItem),
});
