import type { Role } from '@atrium/contract/access';
import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, useMatches, useParams } from '@tanstack/react-router';
import { useScope } from '../api/scope.tsx';
import { OrganizationPicker } from './OrganizationPicker.tsx';
import { SearchBox } from './search/SearchBox.tsx';
import { SupportMenu } from './SupportMenu.tsx';
import { texts } from './texts.ts';
import classes from './TopBar.module.css';
import { UserMenu } from './UserMenu.tsx';

interface Props {
  /** Nothing but the profile is open, so there is no menu, nothing to search and no organization to choose. */
  isClosed: boolean;
  onOpenMenu: () => void;
}

export function TopBar({ isClosed, onOpenMenu }: Props) {
  const { isStaff, orgId } = useScope();
  return (
    <header className={classes['bar']}>
      {!isClosed && (
        <ActionIcon
          className={classes['burger']}
          variant="subtle"
          color="gray"
          size="lg"
          onClick={onOpenMenu}
          aria-label={texts.openMenu}
        >
          <IconMenu2 size={20} />
        </ActionIcon>
      )}
      <Breadcrumbs />
      <div className={classes['tools']}>
        {isStaff && orgId !== null && !isClosed && (
          <div className={classes['organization']}>
            <OrganizationPicker />
          </div>
        )}
        {!isClosed && <SearchBox />}
        <SupportMenu />
        <UserMenu />
      </div>
    </header>
  );
}

/** The titles of the pages one stands in, outermost first. */
function Breadcrumbs() {
  const { profile } = useScope();
  const params = useParams({ strict: false });
  const mayOpen = (roles: readonly Role[] | undefined) => !roles || profile.roles.some((role) => roles.includes(role));
  const crumbs = useMatches({
    select: (matches) =>
      matches.flatMap(({ id, pathname, staticData: { title, under = [] } }) => {
        if (title === undefined) return [];
        const above = under.filter(({ roles }) => mayOpen(roles));
        return [...above.map((page) => ({ id: page.pathname, ...page })), { id, pathname, title }];
      }),
    structuralSharing: true,
  });
  return (
    <nav className={classes['crumbs']} aria-label={texts.breadcrumbs}>
      <ol>
        {crumbs.map(({ id, pathname, title }, index) => (
          <li key={id}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{title}</span>
            ) : (
              <Link to={pathname} params={params}>
                {title}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
