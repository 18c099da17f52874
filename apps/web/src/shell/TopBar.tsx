import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, useMatches } from '@tanstack/react-router';
import { useScope } from '../api/scope.tsx';
import { type Crumb, useTrail } from '../ui/trail.ts';
import { OrganizationPicker } from './OrganizationPicker.tsx';
import { SearchBox } from './search/SearchBox.tsx';
import { SupportMenu } from './SupportMenu.tsx';
import { texts } from './texts.ts';
import classes from './TopBar.module.css';
import { UserMenu } from './UserMenu.tsx';

interface Props {
  /** Only the profile is open, so there is no menu, no search and no organization to choose. */
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

/** The names of the current page and its parents, outermost first. */
function Breadcrumbs() {
  const trail = useTrail();
  const titles = useTitles();
  const crumbs = trail ?? titles;
  return (
    <nav className={classes['crumbs']} aria-label={texts.breadcrumbs}>
      <ol>
        {crumbs.map(({ text, to, params }, index) => (
          <li key={`${to ?? ''} ${text}`} title={text}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{text}</span>
            ) : to === undefined ? (
              <span>{text}</span>
            ) : (
              <Link to={to} params={params ?? {}}>
                {text}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** For pages whose name is known from their path alone; the others name themselves once they are loaded. */
function useTitles(): readonly Crumb[] {
  return useMatches({
    select: (matches) =>
      matches.flatMap(({ pathname, staticData: { title, isNamed } }) =>
        title === undefined || isNamed ? [] : [{ text: title, to: pathname }],
      ),
    structuralSharing: true,
  });
}
