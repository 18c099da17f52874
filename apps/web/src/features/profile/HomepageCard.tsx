import { getHomepage, setHomepage } from '@atrium/contract/account';
import { getProfile } from '@atrium/contract/profile';
import { getSidebar } from '@atrium/contract/sidebar';
import { Select, Title } from '@mantine/core';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './profile.module.css';
import { texts } from './texts.ts';

const words = texts.homepage;

/** A page of the menu, or any page that was set as homepage. */
export function HomepageCard() {
  const homepage = useEndpoint(getHomepage, {}, { texts: words.read });
  const menu = useEndpoint(getSidebar, {}, {});
  const write = useWrite(setHomepage, words.write, [getHomepage, getProfile]);
  const pages = (menu.data ?? []).flatMap(({ submenu = [], ...item }) => [item, ...submenu]);
  const own = homepage.data?.homepage ?? null;
  const options = pages.map(({ sref, text }) => ({ value: sref, label: text }));
  if (own !== null && !options.some(({ value }) => value === own)) options.push({ value: own, label: own });
  return (
    <Card>
      <Title order={2} mb="xs">
        {words.title}
      </Title>
      <p className={classes['text']}>{words.text}</p>
      <Select
        label={words.label}
        placeholder={words.none}
        data={options}
        value={own}
        clearable
        disabled={!homepage.data || write.isPending}
        onChange={(chosen) => write.mutate({ body: { homepage: chosen } })}
      />
    </Card>
  );
}
