import { describe, expect, it } from 'vitest';
import { invitationLines } from './bulk-invitation.ts';
import { readCsv } from './csv-import.ts';

const lines = (text: string) => {
  const reading = readCsv(new TextEncoder().encode(text));
  if ('problem' in reading) throw new Error(reading.problem);
  return invitationLines(reading.table.rows);
};

const wanted = (text: string) => lines(text)?.map((line) => line.wanted);

describe('[R237] a file of people to invite', () => {
  it('needs only addresses', () => {
    expect(lines('E-mail\nada@example.test\n')).toEqual([
      {
        line: 2,
        inviteeEmail: 'ada@example.test',
        wanted: { inviteeEmail: 'ada@example.test', inviteRole: 1, locations: [] },
        problem: undefined,
      },
    ]);
    expect(lines('name,role\nAda,User\n')).toBeUndefined();
  });
  it('may name a role and locations', () => {
    expect(wanted('Role,EMAIL,Locations\nAdministrator,a@example.test,"Mall; Arcade ;"\n')).toEqual([
      { inviteeEmail: 'a@example.test', inviteRole: 2, locations: ['Mall', 'Arcade'] },
    ]);
    expect(
      wanted('email,role\na@example.test,Organization User\nb@example.test,admin\nc@example.test,2\n'),
    ).toMatchObject([{ inviteRole: 1 }, { inviteRole: 2 }, { inviteRole: 2 }]);
  });
  it('says what is wrong with a line', () => {
    const text = 'email,role\nada@,User\nada@example.test,Owner\nok@example.test,\nOK@example.test,user\n';
    const ok = { inviteeEmail: 'ok@example.test', inviteRole: 1, locations: [] };
    expect(wanted(text)).toEqual([undefined, undefined, ok, undefined]);
    expect(lines(text)?.map(({ line, problem }) => [line, problem])).toEqual([
      [2, 'Valid email is required'],
      [3, 'Role must be User or Administrator'],
      [4, undefined],
      [5, 'This address is already in the file'],
    ]);
  });
});
