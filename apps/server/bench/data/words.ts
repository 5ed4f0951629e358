/**
 * Words that invented people, companies and places are made of.
 */

export const firstNames = [
  ...['Ada', 'Amara', 'Anna', 'Beatriz', 'Chloe', 'Clara', 'Diana', 'Elif', 'Emma', 'Fatima', 'Grace', 'Hana', 'Ines'],
  ...['Julia', 'Kavya', 'Lena', 'Maria', 'Nora', 'Olivia', 'Priya', 'Rosa', 'Sofia', 'Tamsin', 'Yuki', 'Zoë', 'Adam'],
  ...['Ben', 'Carlos', 'Daniel', 'Emeka', 'Felix', 'Gustav', 'Hugo', 'Ibrahim', 'Jonas', 'Kofi', 'Liam', 'Mateusz'],
  ...['Noah', 'Omar', 'Paul', 'Quentin', 'Ravi', 'Samuel', 'Tomás', 'Viktor', 'Walter', 'Xavier', 'Yusuf', 'Zoltan'],
];

export const lastNames = [
  ...['Abara', 'Adler', 'Almeida', 'Andersson', 'Baker', 'Becker', 'Bianchi', 'Carter', 'Castillo', 'Chen', 'Costa'],
  ...['Dahl', 'Dubois', 'Eriksen', 'Evans', 'Fischer', 'Fontaine', 'García', 'Gonçalves', 'Haas', 'Hughes', 'Ibsen'],
  ...['Ito', 'Jansen', 'Johnson', 'Kaya', 'Keller', 'Kovács', 'Kumar', 'Larsen', 'Lindqvist', 'Lopez', 'Marino'],
  ...['Mbeki', 'Moreau', 'Müller', 'Nakamura', 'Nguyen', 'Novak', 'Okafor', 'Olsen', 'Patel', 'Pereira', 'Petrov'],
  ...[
    'Quinn',
    'Rahman',
    'Rossi',
    'Santos',
    'Schmidt',
    'Silva',
    'Smet',
    'Smirnov',
    'Smith',
    'Stone',
    'Tanaka',
    'Thompson',
    'Torres',
  ],
  ...['Usman', 'Vargas', 'Vogel', 'Wagner', 'Walsh', 'Weber', 'Wilson', 'Yamada', 'Yilmaz', 'Zhang', 'Zimmermann'],
];

export const titles = ['Dr', 'Mr', 'Mrs', 'Ms', 'Prof'];

export const positions = [
  ...['Head of Purchasing', 'Managing Director', 'Office Manager', 'Operations Manager', 'Finance Director'],
  ...['IT Manager', 'Sales Director', 'Project Lead', 'Quality Engineer', 'Plant Manager', 'Chief Executive'],
];

export const companyNames = [
  ...['Alder', 'Beacon', 'Birchfield', 'Brightwater', 'Cedar', 'Cobalt', 'Copperline', 'Driftwood', 'Eastgate'],
  ...[
    'Fernhill',
    'Granite',
    'Harbour',
    'Highland',
    'Ironbridge',
    'Juniper',
    'Kestrel',
    'Lakeside',
    'Maple',
    'Meridian',
  ],
  ...[
    'Northwind',
    'Oakham',
    'Orchard',
    'Pinecrest',
    'Quarry',
    'Redwood',
    'Riverside',
    'Silverline',
    'Summit',
    'Tidewater',
  ],
];

export const companyKinds = [
  ...['Analytics', 'Clinics', 'Components', 'Energy', 'Engineering', 'Foods', 'Freight', 'Glass', 'Logistics', 'Media'],
  ...['Packaging', 'Partners', 'Pharma', 'Robotics', 'Software', 'Steel', 'Systems', 'Textiles', 'Timber', 'Tools'],
];

export const streets = ['Church Street', 'Harbour Road', 'High Street', 'Market Square', 'Mill Lane', 'Station Road'];

export const cities = [
  { city: 'Leeds', region: 'West Yorkshire', zipCode: 'LS1 5PZ', country: 'United Kingdom', dial: '+44 113 496' },
  { city: 'Bristol', region: null, zipCode: 'BS1 4QA', country: 'United Kingdom', dial: '+44 117 496' },
  { city: 'Vienna', region: null, zipCode: '1070', country: 'Austria', dial: '+43 1 555' },
  { city: 'Köln', region: 'Nordrhein-Westfalen', zipCode: '50667', country: 'Germany', dial: '+49 221 555' },
  { city: 'Porto', region: null, zipCode: '4000-322', country: 'Portugal', dial: '+351 22 555' },
  { city: 'Austin', region: 'Texas', zipCode: '78701', country: 'United States', dial: '+1 512 555' },
  { city: 'Toronto', region: 'Ontario', zipCode: 'M5H 2N2', country: 'Canada', dial: '+1 416 555' },
  { city: 'Brno', region: null, zipCode: '602 00', country: 'Czechia', dial: '+420 555 555' },
];

export const remarks = [
  'Prefers to be called in the morning.',
  'Met at the trade fair; asked for the price list.\nSend a reminder next quarter.',
  'Speaks for the whole purchasing group.',
  'Moved here from another branch last year.',
];
