/**
 * The countries that invented companies and people live in: names, places and forms of writing. Data only.
 */
export interface Country {
  readonly name: string;
  /** How many of the companies come from there, relative to the others. */
  readonly weight: number;
  /** City, state or province ('' where it is not written). */
  readonly cities: readonly (readonly [city: string, state: string])[];
  /** `{n}` is a house number, `{street}` one of the streets. */
  readonly addressForm: string;
  readonly streets: readonly string[];
  /** `#` is a digit. */
  readonly zipForm: string;
  readonly phoneForm: string;
  /** `{name}` is the name of the company. */
  readonly companyForms: readonly string[];
  readonly stems: readonly string[];
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  /** Family name first. */
  readonly familyNameFirst?: boolean;
}

export const countries: readonly Country[] = [
  {
    name: 'United States',
    weight: 30,
    cities: [
      ['Columbus', 'OH'],
      ['Portland', 'OR'],
      ['Austin', 'TX'],
      ['Raleigh', 'NC'],
      ['Boise', 'ID'],
      ['Milwaukee', 'WI'],
    ],
    addressForm: '{n} {street}',
    streets: ['Maple Avenue', 'Foundry Street', 'Riverside Drive', 'Old Mill Road', 'Commerce Way'],
    zipForm: '#####',
    phoneForm: '+1 614 555 01##',
    companyForms: ['{name}', '{name} Inc.', '{name} LLC', '{name} Group', '{name} & Sons'],
    stems: [
      'Harbourline',
      'Kestrel',
      'Copperfield',
      'Blue Mesa',
      'Ironwood',
      'Lakeshore',
      'Summit Ridge',
      'Prairie Wind',
      'Redstone',
      'Cedar Hollow',
    ],
    firstNames: ['Abigail', 'Marcus', 'Denise', 'Theodore', 'Latoya', 'Wyatt', 'Priya', 'Carlos', 'Hannah', 'Jerome'],
    lastNames: [
      'Whitfield',
      'Okafor',
      'Delgado',
      'Brennan',
      "O'Rourke",
      'Castellano',
      'Hargrove',
      'Patel',
      'Lindqvist',
      'Truong',
    ],
  },
  {
    name: 'United Kingdom',
    weight: 18,
    cities: [
      ['Leeds', 'West Yorkshire'],
      ['Bristol', ''],
      ['Aberdeen', ''],
      ['Norwich', 'Norfolk'],
    ],
    addressForm: '{n} {street}',
    streets: ['Chapel Lane', 'Quayside', 'Station Road', 'Wharf Street', 'Priory Close'],
    zipForm: 'LS# #AA',
    phoneForm: '+44 113 496 0###',
    companyForms: ['{name} Ltd', '{name} plc', '{name} & Daughters', '{name}'],
    stems: ['Thistledown', 'Ravensworth', 'Wharfedale', 'Pennine', 'Hollybrook', 'Tidewater', 'Kingsbarn', 'Ashcombe'],
    firstNames: ['Imogen', 'Rhys', 'Fiona', 'Alasdair', 'Zoë', 'Kwame', 'Siân', 'Oliver', 'Nadia', 'Graham'],
    lastNames: ['Fairweather', 'McAllister', 'Penrose', 'Adeyemi', 'Llewellyn', 'Smythe-Jones', 'Chaudhry', 'Barlow'],
  },
  {
    name: 'Germany',
    weight: 16,
    cities: [
      ['München', 'Bayern'],
      ['Köln', 'Nordrhein-Westfalen'],
      ['Leipzig', 'Sachsen'],
      ['Lübeck', 'Schleswig-Holstein'],
    ],
    addressForm: '{street} {n}',
    streets: ['Gärtnerstraße', 'Am Mühlbach', 'Hafenweg', 'Schillerstraße', 'Industriering'],
    zipForm: '8####',
    phoneForm: '+49 30 23125 ###',
    companyForms: ['{name} GmbH', '{name} AG', '{name} GmbH & Co. KG', '{name} Söhne'],
    stems: ['Nordlicht', 'Grünwald', 'Königsberg', 'Rheinblick', 'Löwenzahn', 'Steinbrück', 'Morgenröte', 'Weißensee'],
    firstNames: ['Jürgen', 'Annika', 'Björn', 'Käthe', 'Felix', 'Aylin', 'Günther', 'Sabine', 'Emre', 'Lotte'],
    lastNames: ['Müller', 'Schäfer', 'Groß', 'Yılmaz', 'Weiß', 'von der Heide', 'Krüger', 'Öztürk', 'Brandt'],
  },
  {
    name: 'France',
    weight: 10,
    cities: [
      ['Lyon', ''],
      ['Nantes', ''],
      ['Besançon', ''],
    ],
    addressForm: '{n} {street}',
    streets: ['rue des Tanneurs', 'avenue de la République', 'quai Saint-Antoine', 'rue de l’Écluse'],
    zipForm: '69###',
    phoneForm: '+33 1 99 00 ## ##',
    companyForms: ['{name} SAS', '{name} SARL', 'Ateliers {name}', '{name} et Fils'],
    stems: ['Beauséjour', 'Clairefontaine', 'Grand Hêtre', 'Val d’Or', 'Île Verte', 'Montbrun'],
    firstNames: ['Élodie', 'François', 'Maëlys', 'Hervé', 'Noémie', 'Loïc', 'Aïcha', 'Gaël'],
    lastNames: ['Lefèvre', 'Garçon', 'Benoît', 'Diallo', 'Châtelain', 'Moreau', 'Kessler'],
  },
  {
    name: 'Poland',
    weight: 7,
    cities: [
      ['Łódź', ''],
      ['Gdańsk', ''],
      ['Wrocław', ''],
    ],
    addressForm: 'ul. {street} {n}',
    streets: ['Długa', 'Piękna', 'Świętojańska', 'Żeglarska'],
    zipForm: '80-###',
    phoneForm: '+48 58 555 ## ##',
    companyForms: ['{name} Sp. z o.o.', '{name} S.A.', '{name}'],
    stems: ['Żuraw', 'Bursztyn', 'Zielona Góra', 'Wisła', 'Słonecznik'],
    firstNames: ['Łukasz', 'Małgorzata', 'Paweł', 'Agnieszka', 'Stanisław', 'Żaneta'],
    lastNames: ['Wójcik', 'Dąbrowska', 'Kaźmierczak', 'Nowak', 'Błaszczyk', 'Śliwa'],
  },
  {
    name: 'Norway',
    weight: 6,
    cities: [
      ['Tromsø', ''],
      ['Bergen', ''],
      ['Ålesund', ''],
    ],
    addressForm: '{street} {n}',
    streets: ['Sjøgata', 'Fjellveien', 'Bryggen', 'Nedre Strandgate'],
    zipForm: '9###',
    phoneForm: '+47 55 50 ## ##',
    companyForms: ['{name} AS', '{name} ASA', '{name} & Co'],
    stems: ['Blåfjell', 'Nordhavn', 'Fjordlys', 'Ørneberg', 'Havørn'],
    firstNames: ['Ingrid', 'Øyvind', 'Astrid', 'Bjørn', 'Sølvi', 'Håkon'],
    lastNames: ['Bjørnstad', 'Sæther', 'Haugen', 'Østby', 'Nygård'],
  },
  {
    name: 'Spain',
    weight: 6,
    cities: [
      ['Málaga', ''],
      ['A Coruña', ''],
      ['Zaragoza', ''],
    ],
    addressForm: '{street}, {n}',
    streets: ['Calle del Águila', 'Avenida de la Constitución', 'Paseo Marítimo', 'Plaza de España'],
    zipForm: '29###',
    phoneForm: '+34 955 55 ## ##',
    companyForms: ['{name} S.L.', '{name} S.A.', 'Hermanos {name}'],
    stems: ['Peñalara', 'Río Claro', 'Ñandú', 'Olivar', 'Sierra Morena'],
    firstNames: ['Íñigo', 'Begoña', 'Andrés', 'Lucía', 'Xabier', 'María José'],
    lastNames: ['Muñoz', 'Ibáñez', 'García Soler', 'Etxeberria', 'Peña', 'Núñez'],
  },
  {
    name: 'Greece',
    weight: 3,
    cities: [['Θεσσαλονίκη', '']],
    addressForm: '{street} {n}',
    streets: ['Οδός Ερμού', 'Λεωφόρος Νίκης'],
    zipForm: '546 ##',
    phoneForm: '+30 231 555 ####',
    companyForms: ['{name} Α.Ε.', '{name} Ο.Ε.'],
    stems: ['Αιγαίο', 'Όλυμπος', 'Ηλιοτρόπιο'],
    firstNames: ['Ελένη', 'Γιώργος', 'Σοφία', 'Νίκος'],
    lastNames: ['Παπαδοπούλου', 'Γεωργίου', 'Δημητριάδης'],
  },
  {
    name: 'Japan',
    weight: 4,
    cities: [
      ['京都市', '京都府'],
      ['札幌市', '北海道'],
    ],
    addressForm: '{street}{n}番地',
    streets: ['中京区', '中央区北', '港町'],
    zipForm: '604-####',
    phoneForm: '+81 75 555 ####',
    companyForms: ['株式会社{name}', '{name}株式会社'],
    stems: ['東雲精機', '青葉物流', '桜川電子', '白鳥製作所'],
    firstNames: ['さくら', '健太', '美咲', '陽翔'],
    lastNames: ['山田', '佐藤', '渡辺', '小林'],
    familyNameFirst: true,
  },
];
