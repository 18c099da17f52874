import { mainProduct } from '@atrium/contract/product';
import type { ScreenIcon } from '@atrium/contract/screens';
import { getSidebar, type SidebarItem } from '@atrium/contract/sidebar';
import { ActionIcon, Skeleton, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  IconActivityHeartbeat,
  IconAntenna,
  IconApi,
  IconBell,
  IconBroadcast,
  IconBuilding,
  IconChartBar,
  IconClockHour4,
  IconDeviceTv,
  IconFileImport,
  IconHistory,
  IconHome,
  IconHourglass,
  IconInbox,
  IconLayoutDashboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLiveView,
  IconMail,
  IconMapPin,
  IconPlug,
  IconPlugConnectedX,
  IconPlus,
  IconPoint,
  IconPresentation,
  IconServerCog,
  IconSettings,
  IconShieldHalf,
  IconTemplate,
  IconTrendingUp,
  IconUpload,
  IconUsers,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link, useMatches } from '@tanstack/react-router';
import { useId } from 'react';
import { useEndpoint } from '../api/use-endpoint.ts';
import { useScope } from '../api/scope.tsx';
import { Logo } from '../ui/Logo.tsx';
import classes from './Sidebar.module.css';
import { OrganizationPicker } from './OrganizationPicker.tsx';
import { texts } from './texts.ts';

interface Props {
  /** Only icons. */
  collapsed?: boolean;
  onCollapse?: () => void;
  /** In a drawer: closes it. */
  onClose?: () => void;
}

/** The menu shows how many alerts are open. */
const menuEvery = 60_000;

const icons: Record<ScreenIcon, TablerIcon> = {
  activity: IconActivityHeartbeat,
  antenna: IconAntenna,
  bell: IconBell,
  home: IconHome,
  hourglass: IconHourglass,
  building: IconBuilding,
  chart: IconChartBar,
  clock: IconClockHour4,
  dashboard: IconLayoutDashboard,
  forecast: IconTrendingUp,
  history: IconHistory,
  import: IconFileImport,
  inbox: IconInbox,
  layout: IconLayoutDashboard,
  live: IconLiveView,
  mail: IconMail,
  offline: IconPlugConnectedX,
  pin: IconMapPin,
  plug: IconPlug,
  plus: IconPlus,
  screen: IconDeviceTv,
  settings: IconSettings,
  shield: IconShieldHalf,
  template: IconTemplate,
  transfer: IconServerCog,
  upload: IconUpload,
  broadcast: IconBroadcast,
  code: IconApi,
  users: IconUsers,
  wall: IconPresentation,
};

export function Sidebar({ collapsed = false, onCollapse, onClose }: Props) {
  const { isStaff, orgId } = useScope();
  const menu = useEndpoint(
    getSidebar,
    { query: isStaff && orgId ? { orgId } : {} },
    { texts: texts.sidebar, keep: true, every: menuEvery },
  );
  return (
    <nav className={classes['sidebar']} data-collapsed={collapsed || undefined} aria-label={texts.menu}>
      <div className={classes['brand']}>
        <Logo />
        {!collapsed && <span>{mainProduct.name}</span>}
        {onClose && (
          <ActionIcon className={classes['close']} variant="subtle" color="gray" onClick={onClose} aria-label="Close">
            <IconX size={20} />
          </ActionIcon>
        )}
      </div>
      {onClose && isStaff && (
        <div className={classes['organization']}>
          <OrganizationPicker />
        </div>
      )}
      <div className={classes['menu']}>
        {menu.data
          ? sectionsOf(menu.data).map(({ name, items }) => (
              <Section key={name ?? ''} name={name} items={items} collapsed={collapsed} />
            ))
          : [1, 2, 3].map((line) => <Skeleton key={line} height={36} mb={4} />)}
      </div>
      {onCollapse && (
        <div className={classes['foot']}>
          <Tooltip label={collapsed ? texts.expand : texts.collapse} position="right">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              onClick={onCollapse}
              aria-label={collapsed ? texts.expand : texts.collapse}
            >
              {collapsed ? <IconLayoutSidebarLeftExpand size={20} /> : <IconLayoutSidebarLeftCollapse size={20} />}
            </ActionIcon>
          </Tooltip>
        </div>
      )}
    </nav>
  );
}

interface SectionProps {
  name: string | undefined;
  items: readonly SidebarItem[];
  collapsed: boolean;
}

function Section({ name, items, collapsed }: SectionProps) {
  const heading = useId();
  return (
    <>
      {name !== undefined && (
        <h2 className={classes['section']} id={heading} data-collapsed={collapsed || undefined}>
          <span>{name}</span>
        </h2>
      )}
      <ul {...(name !== undefined && { 'aria-labelledby': heading })}>
        {items.map((item) => (
          <Entry key={item.sref} item={item} collapsed={collapsed} />
        ))}
      </ul>
    </>
  );
}

/** In the server's order; entries of a section are adjacent. */
function sectionsOf(items: readonly SidebarItem[]): { name: string | undefined; items: SidebarItem[] }[] {
  const sections = new Map<string | undefined, SidebarItem[]>();
  for (const item of items) sections.set(item.section, [...(sections.get(item.section) ?? []), item]);
  return [...sections].map(([name, inSection]) => ({ name, items: inSection }));
}

function nameOf({ text, alert, sref }: SidebarItem): string {
  return alert ? `${text} ${alert} ${alertWords(sref, alert)}` : text;
}

/** The icon of a dashboard tells those who see it. */
function isPublished({ sref, icon }: SidebarItem): boolean {
  return sref.startsWith('/app/dashboard/') && icon === 'users';
}

/** What the number next to an entry counts. */
function alertWords(sref: string, alert: number): string {
  return sref === '/app/offline-sensors' ? texts.unseenAlerts : texts.openAlerts(alert);
}

function Entry({ item, collapsed }: { item: SidebarItem; collapsed: boolean }) {
  // A page that belongs to this one, under its own path.
  const holdsPage = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.under?.pathname === item.sref),
  });
  const Icon = icons[item.icon as ScreenIcon] ?? IconPoint;
  return (
    <li>
      <Tooltip label={item.text} position="right" disabled={!collapsed}>
        <Link
          to={item.sref}
          className={classes['entry'] ?? ''}
          // The path of an organization is a prefix of those of its locations, which have their own entry.
          activeOptions={{ exact: item.sref.startsWith('/app/org/') }}
          {...(collapsed && { 'aria-label': nameOf(item) })}
          {...(holdsPage && { 'aria-current': true })}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
          {!collapsed && <span className={classes['text']}>{item.text}</span>}
          {isPublished(item) && <VisuallyHidden> {texts.published}</VisuallyHidden>}
          {item.alert ? (
            <span className={classes['alert']}>
              {item.alert}
              <VisuallyHidden> {alertWords(item.sref, item.alert)}</VisuallyHidden>
            </span>
          ) : null}
        </Link>
      </Tooltip>
      {item.submenu && !collapsed && (
        <ul className={classes['submenu']}>
          {item.submenu.map((entry) => (
            <Entry key={entry.sref} item={entry} collapsed={false} />
          ))}
        </ul>
      )}
    </li>
  );
}
