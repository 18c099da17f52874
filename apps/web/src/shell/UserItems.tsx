import { getHomepage, setHomepage } from '@atrium/contract/account';
import { getProfile } from '@atrium/contract/profile';
import { isEmail } from '@atrium/rules/email';
import { isScreen } from '@atrium/rules/landing';
import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconHome,
  IconHomeStar,
  IconLogout,
  IconMasksTheater,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useScope } from '../api/scope.tsx';
import { useWrite } from '../api/use-endpoint.ts';
import { useLoginAs } from '../api/use-login-as.ts';
import { askEmail } from '../ui/dialogs/ask.ts';
import { accountTexts } from './account-texts.ts';
import { texts } from './texts.ts';
import classes from './UserMenu.module.css';

const schemes = [
  { value: 'auto', Icon: IconDeviceDesktop },
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
] as const satisfies { value: MantineColorScheme; Icon: unknown }[];

/** What a person can do about themselves. */
export function UserItems() {
  const { profile, isStaff } = useScope();
  const { href } = useLocation();
  const home = useWrite(setHomepage, accountTexts.homepage, [getProfile, getHomepage]);
  const { visit } = useLoginAs();
  const askAndVisit = async () => {
    const { title, label, confirm } = accountTexts.loginAs;
    const username = await askEmail({ title, label, confirm, isValid: isEmail });
    if (username !== undefined) visit(username);
  };
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <div className={classes['person']}>
        <div className={classes['name']}>{profile.name}</div>
        <div className={classes['detail']}>{profile.email}</div>
        {profile.org && <div className={classes['detail']}>{profile.org.name}</div>}
      </div>
      <Menu.Divider />
      <Menu.Item component={Link} to="/app/profile" leftSection={<IconUser size={18} aria-hidden />}>
        {accountTexts.profilePage}
      </Menu.Item>
      <Menu.Item component={Link} to="/" leftSection={<IconHome size={18} aria-hidden />}>
        {accountTexts.goToHomepage}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconHomeStar size={18} aria-hidden />}
        disabled={!isScreen(href)}
        onClick={() => home.mutate({ body: { homepage: href } })}
      >
        {accountTexts.setHomepage}
      </Menu.Item>
      {isStaff && (
        <Menu.Item leftSection={<IconMasksTheater size={18} aria-hidden />} onClick={() => void askAndVisit()}>
          {accountTexts.loginAs.item}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Label>{texts.theme}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(schemeOf(scheme))}>
        {schemes.map(({ value, Icon }) => (
          <Menu.RadioItem key={value} value={value} rightSection={<Icon size={18} aria-hidden />}>
            {texts.themes[value]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item component={Link} to="/logout" leftSection={<IconLogout size={18} aria-hidden />}>
        {texts.signOut}
      </Menu.Item>
    </>
  );
}

function schemeOf(value: string): MantineColorScheme {
  return schemes.find((scheme) => scheme.value === value)?.value ?? 'auto';
}
