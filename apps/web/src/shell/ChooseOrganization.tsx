import { Title } from '@mantine/core';
import { Card } from '../ui/Card.tsx';
import classes from './ChooseOrganization.module.css';
import { OrganizationPicker } from './OrganizationPicker.tsx';
import { texts } from './texts.ts';

/** Stands in for a page that belongs to one organization until staff have chosen it. */
export function ChooseOrganization() {
  return (
    <Card className={classes['card'] ?? ''}>
      <Title order={1} size="h2">
        {texts.chooseOrganization}
      </Title>
      <p className={classes['text']}>{texts.chooseOrganizationText}</p>
      <OrganizationPicker />
    </Card>
  );
}
