BEGIN TRANSACTION;
CREATE TABLE endings (
	table_id VARCHAR(16) NOT NULL, 
	record TEXT NOT NULL, 
	result TEXT NOT NULL, 
	story BLOB NOT NULL, 
	PRIMARY KEY (table_id)
);
INSERT INTO "endings" VALUES('uv6e77pbsw','Brelan record 2
game: dodeka
rules: 2
players: 3
options: parties=1 minutes=0 target=200
seat 0: Katy
seat 1: Léo
seat 2: Lucienne
chance: committed 70afbe7c688039a8dbe0db90bbc1b0ab4b628fcd3e69ec43f67680d9ce71489e
table: uv6e77pbsw

1. 0 throw 1 2 3
2. - die 2
3. - die 4
4. - die 9
5. 0 stop
6. 1 throw 1 2 3
7. - die 8
8. - die 4
9. - die 9
10. 1 throw 3
11. - die 12
12. 1 throw 1 3
13. - die 9
14. - die 3
15. 2 throw 1 2 3
16. - die 2
17. - die 8
18. - die 11
19. 2 throw 1 2 3
20. - die 8
21. - die 6
22. - die 11
23. 2 throw 1 2 3
24. - die 1
25. - die 2
26. - die 12
27. 0 throw 1 2 3
28. - die 2
29. - die 9
30. - die 3
31. 0 throw 1
32. - die 9
33. 0 stop
34. 1 throw 1 2 3
35. - die 6
36. - die 8
37. - die 12
38. 1 throw 3
39. - die 9
40. 1 throw 1 2
41. - die 11
42. - die 4
43. 2 throw 1 2 3
44. - die 12
45. - die 12
46. - die 1
47. 2 stop
48. 0 throw 1 2 3
49. - die 2
50. - die 1
51. - die 2
52. 0 throw 1 3
53. - die 5
54. - die 2
55. 0 throw 1
56. - die 2
57. 1 throw 1 2 3
58. - die 4
59. - die 10
60. - die 10
61. 1 throw 1 2
62. - die 6
63. - die 3
64. 1 throw 3
65. - die 12
66. 2 throw 1 2 3
67. - die 1
68. - die 5
69. - die 7
70. 2 stop

moves: 70
result: over 0 -50 50
seed: 07872004df3d2b3419ce9947b323ca06c133c646a235191049cd30f2d6c3d1b5
check: 69bd66149aee5d80
','{"game": "Dodéka", "names": ["Katy", "Léo", "Lucienne"], "payoff": [0, -50, 50], "reason": {"fr": "toutes les parties sont jouées", "en": "all parties are played"}}',X'78DA8D91C14E834010865F65B2274DD986A54503AFA007EFC6C306C7B20681B08B049BBE8BD7BE867D3167401AA8B57822E1FFE79B816F2B5E2A11C35648458F4771A75DFBF5194320D732F260A17CB852FEF5527820EE0FFB82B3D5B9AC4E0CE63972AE642055705218C0A536151222EA106B6A842778824BA5280C285C9DE1F708453BFA3563C8740D5F3234A25F5F71D38F07E31B466B5C85E68319A1BCE55AD89DF3537CD0953314727118828DDEE4E8016F80AC367C0442E84FC87D09328437ED9214F43B26B008FD6E63513BB494591A65BE055BE40E5E8BFAB047BB144F3B22617E2AEC6F5D97655D5035276A46D3BCA439453382FEA927EE6594BAB524827EF05196074D5A4063723BD5C36FC0A5839EC6B894F5C4A0B3EC6845D3E165A65B7C6627BB6FA4DFE6F0');
INSERT INTO "endings" VALUES('w2f829zr9c','Brelan record 2
game: 4d
rules: 1
players: 2
options: target=10 pairs=yes turn=strict fifth=no quinte_wins=no handicap=0
seat 0: Katy
seat 1: Léo
chance: committed 4561e7fb1afb9e5754f75d1d06ec67ba86c5463eef76c07a93016dc9777aa8a9
table: w2f829zr9c

1. - die 4 1
2. - die 1 2
3. - die 3 5
4. - die 3 6
5. 0 lock-far
6. 1 near-left lock-left
7. 0 both-right lock-far
8. 1 left lock-left
9. 0 right lock-far
10. 1 right

moves: 10
result: over -1 1
seed: 545bcba505d2508587d08350b8fadf6e0dd89fe8860ec7e84c0b20af9e52e60d
check: 55f644156720d77d
','{"game": "4D", "names": ["Katy", "Léo"], "payoff": [-1, 1], "reason": {"fr": "le score est atteint", "en": "the target is reached"}}',X'78DA758F416AC3301045AFF2D12AA1A9C18B04EC2BB437285D087B6C8BBA52331AB58490BB64EB6BC417ABAC96E024782598AF37F3DF5135AC4A1CD5731E9F37F5A2E50071812DA127549A791C32A4F13731BB60FA3E45F538A00E689CAD33B5817A1D07773997F8D2866983A71D56BB754A26789E145815EB2B8378E953F33E10D890BDA11EB21977B731DFCE56B6BA8D64BEC57846317D8C7D7DE598405EA045C858C9D4FB2902641FFDA3BE877411DA07CDF4EFDFBBEAE36FDC68466DE87A70C97AD13995F1B04E3A63DB5BE7FB6CC62D1BFF98D8380A8B4351A68EA2B92581F160D25547F5E47BFA05BDE99D65');
INSERT INTO "endings" VALUES('zvkx6jcwfy','Brelan record 2
game: dodeka
rules: 2
players: 3
options: parties=1 minutes=0 target=100
seat 0: Léo
seat 1: Zoé
seat 2: Katy
chance: committed fb44b1be5d843b185416953ee9da24747b32970ba777e1000bd25c49fd30c09b
table: zvkx6jcwfy
drawn: 1 0 2

1. 0 throw 1 2 3
2. - die 10
3. - die 1
4. - die 5
5. 0 throw 2
6. - die 7
7. 0 throw 1
8. - die 7
9. 1 throw 1 2 3
10. - die 9
11. - die 2
12. - die 12
13. 1 throw 1 3
14. - die 11
15. - die 3
16. 1 throw 1
17. - die 12
18. 2 throw 1 2 3
19. - die 3
20. - die 9
21. - die 10
22. 2 throw 2
23. - die 1
24. 2 throw 1
25. - die 12
26. 0 throw 1 2 3
27. - die 6
28. - die 1
29. - die 9
30. 0 throw 1 3
31. - die 2
32. - die 9
33. 0 stop
34. 1 throw 1 2 3
35. - die 4
36. - die 5
37. - die 9
38. 1 throw 2 3
39. - die 5
40. - die 5
41. 1 throw 3
42. - die 1
43. 2 throw 1 2 3
44. - die 6
45. - die 4
46. - die 7
47. 2 throw 1 2
48. - die 7
49. - die 1
50. 2 throw 1 2
51. - die 11
52. - die 8
53. 0 throw 1 2 3
54. - die 8
55. - die 11
56. - die 7
57. 0 throw 1 2 3
58. - die 12
59. - die 11
60. - die 10
61. 0 throw 1 2 3
62. - die 6
63. - die 6
64. - die 3
65. 1 throw 1 2 3
66. - die 3
67. - die 11
68. - die 7
69. 1 throw 1 2 3
70. - die 3
71. - die 1
72. - die 5
73. 1 throw 3
74. - die 9
75. 2 throw 1 2 3
76. - die 7
77. - die 9
78. - die 8
79. 2 throw 1
80. - die 1
81. 2 stop

moves: 81
result: over 0 50 -50
seed: b6c063044df0d53ea24d10c570b8a19bdcae51fe4706787e16f1e6320b94f750
check: 281b9c279d52dddc
','{"game": "Dodéka", "names": ["Léo", "Zoé", "Katy"], "payoff": [0, 50, -50], "reason": {"fr": "toutes les parties sont jouées", "en": "all parties are played"}}',X'78DA8D91416E83301444AFF2E555ABF0236C20245CA15D74DDAA0B2B75031505844D118D72976EB946B958BF81A412514856088DFFCC68DE9EBD972C823D434E9F17F6D8B5F9EF4F04854C4A050186183AB0F05DB8F3DDFB2573803DE75D6B5F08F4900B1239897C141FA469ACC891BB832A4815A37A34E72870335E06135B8E3E06A32626AE21AE91F3D1D49F980E8D3D5CE16A6CBC99589B5225DF8A12BC3E5D0436223C6BBE3EEBF6244B93D0A1D5AD19ECE42E530ED81B48ABC466D358EE296D7800A9824F69B631C82FB58545E0F62DF2CA284D9AA633EBAB41E799818FBCEA5AA597ECF5402E2A9B52B9C66486C81C8FCB342EB39821718DC30D14E61944C3EA856C342D4E6BF6441CA8E31CEA24D3FF0CEC1F98F8C8A04E4C6C194420D3F434BDA4AE452A1BF566873FFC016B98D73E');
CREATE TABLE entries (
	table_id VARCHAR(16) NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	who INTEGER NOT NULL, 
	code BIGINT NOT NULL, 
	body TEXT NOT NULL, 
	"key" VARCHAR(80), 
	at FLOAT NOT NULL, 
	PRIMARY KEY (table_id, seq)
)
 WITHOUT ROWID

;
INSERT INTO "entries" VALUES('2v8ucdwfsx',1,'seat',0,0,'{"kind": "guest", "guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148362080955503e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',2,'seat',1,0,'{"kind": "open", "guest": "", "name": "", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148362080955503e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',3,'seat',2,0,'{"kind": "bot", "guest": "", "name": "Gaston", "level": "novice", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148362080955503e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',4,'seat',1,0,'{"kind": "guest", "guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',5,'start',-1,0,'{"salts": [], "drawn": [2, 0, 1]}',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',6,'move',-1,3002,'',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',7,'move',-1,3003,'',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',8,'move',-1,3001,'',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',9,'move',-1,3001,'',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',10,'move',-1,3005,'',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',11,'move',-1,3003,'',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',12,'move',-1,3004,'',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',13,'move',-1,3001,'',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',14,'move',-1,3001,'',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',15,'move',-1,3005,'',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',16,'move',-1,3002,'',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',17,'move',-1,3005,'',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',18,'move',-1,3004,'',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',19,'move',-1,3001,'',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',20,'move',-1,3003,'',NULL,1.79513148362455272673e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',21,'move',0,1337,'',NULL,1.79513148467051339147e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',22,'move',-1,3004,'',NULL,1.79513148467051339147e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',23,'move',-1,3001,'',NULL,1.79513148467051339147e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',24,'move',-1,3003,'',NULL,1.79513148467051339147e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',25,'move',1,1026,'',NULL,1.79513148468454694747e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',26,'move',-1,3003,'',NULL,1.79513148468454694747e+09);
INSERT INTO "entries" VALUES('2v8ucdwfsx',27,'move',-1,3003,'',NULL,1.79513148468454694747e+09);
INSERT INTO "entries" VALUES('cnnaptx8tu',1,'open',-1,0,'{"host": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "title": "Chez Katy, \u00e0 l\u2019aube", "game": "dodeka", "options": {"parties": 1, "minutes": 0, "target": 100}, "wish": 3, "pace": 0, "rated": true, "lang": "en"}',NULL,1.79513148612975597384e+09);
INSERT INTO "entries" VALUES('cnnaptx8tu',2,'join',-1,0,'{"guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy"}',NULL,1.79513148614292502398e+09);
INSERT INTO "entries" VALUES('cnnaptx8tu',3,'join',-1,0,'{"guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o"}',NULL,1.79513148614897418016e+09);
INSERT INTO "entries" VALUES('cnnaptx8tu',4,'join',-1,0,'{"guest": "0401a31f5932850cb8b8e14b2cab4516dae149be", "name": "Zo\u00e9"}',NULL,1.79513148615367150312e+09);
INSERT INTO "entries" VALUES('cnnaptx8tu',5,'round',-1,0,'{"tables": [{"id": "zvkx6jcwfy", "people": ["0401a31f5932850cb8b8e14b2cab4516dae149be", "cb851bae4f79f668134979dd92b9fa6e766e22bb", "9f22c0a00959e49d69f2a801a9655be1eaaaf15a"], "bots": 0}]}',NULL,1.79513148615798306464e+09);
INSERT INTO "entries" VALUES('cnnaptx8tu',6,'round',-1,0,'{"tables": [{"id": "ryy5cja7cb", "people": ["9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "cb851bae4f79f668134979dd92b9fa6e766e22bb", "0401a31f5932850cb8b8e14b2cab4516dae149be"], "bots": 0}]}',NULL,1.79513148656075525282e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',1,'seat',0,0,'{"kind": "guest", "guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513147921636080734e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',2,'seat',1,0,'{"kind": "open", "guest": "", "name": "", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513147921636080734e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',3,'seat',2,0,'{"kind": "bot", "guest": "", "name": "Gaston", "level": "novice", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513147921636080734e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',4,'seat',1,0,'{"kind": "guest", "guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513147925013923644e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',5,'start',-1,0,'{"salts": []}',NULL,1.79513147925013923644e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',6,'move',-1,1082,'',NULL,1.79513147925013923644e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',7,'move',-1,1091,'',NULL,1.79513147925013923644e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',8,'move',-1,1095,'',NULL,1.79513147925013923644e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',9,'move',2,391774464,'',NULL,1.79513148206062388414e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',10,'move',2,419300094,'',NULL,1.79513148207983684536e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',11,'move',2,410911997,'',NULL,1.79513148208747839928e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',12,'move',-1,1028,'',NULL,1.79513148208747839928e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',13,'move',-1,1066,'',NULL,1.79513148208747839928e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',14,'move',-1,1057,'',NULL,1.79513148208747839928e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',15,'move',-1,1042,'',NULL,1.79513148208747839928e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',16,'move',-1,1080,'',NULL,1.79513148208747839928e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',17,'move',-1,1059,'',NULL,1.79513148208747839928e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',18,'move',0,276955900,'',NULL,1.79513148209888863567e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',19,'move',0,18,'',NULL,1.79513148210483837125e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',20,'move',0,17,'',NULL,1.79513148211274456977e+09);
INSERT INTO "entries" VALUES('cr7ahptt25',21,'move',-1,1054,'',NULL,1.79513148211274456977e+09);
INSERT INTO "entries" VALUES('evgfs3g83c',1,'seat',0,0,'{"kind": "guest", "guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148660714769362e+09);
INSERT INTO "entries" VALUES('evgfs3g83c',2,'seat',1,0,'{"kind": "bot", "guest": "", "name": "Firmin", "level": "novice", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148660714769362e+09);
INSERT INTO "entries" VALUES('evgfs3g83c',3,'seat',2,0,'{"kind": "open", "guest": "", "name": "", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148660714769362e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',1,'seat',0,0,'{"kind": "guest", "guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513147891910624506e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',2,'seat',1,0,'{"kind": "open", "guest": "", "name": "", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513147891910624506e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',3,'seat',1,0,'{"kind": "guest", "guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513147894298291207e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',4,'seat',0,0,'{"kind": "guest", "guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "level": "", "away": false, "salt": null, "hash": "40eb9ef0b8e2ea59306985500e5cf245a0cb702183ea503fcd6fd2d39a22b6e3", "by": ""}',NULL,1.79513147895652437212e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',5,'seat',1,0,'{"kind": "guest", "guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o", "level": "", "away": false, "salt": null, "hash": "3574e593268fe1dfe5b8e0ec1b8eba587afd4f66165fbcf5cdcb8c0f294a9a4a", "by": ""}',NULL,1.79513147896481394761e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',6,'ask',-1,0,'{"hashes": ["40eb9ef0b8e2ea59306985500e5cf245a0cb702183ea503fcd6fd2d39a22b6e3", "3574e593268fe1dfe5b8e0ec1b8eba587afd4f66165fbcf5cdcb8c0f294a9a4a"]}',NULL,1.79513147896481394761e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',7,'seat',0,0,'{"kind": "guest", "guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "level": "", "away": false, "salt": "katy-adds-this-to-the-seed", "hash": "40eb9ef0b8e2ea59306985500e5cf245a0cb702183ea503fcd6fd2d39a22b6e3", "by": ""}',NULL,1.79513147896761345858e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',8,'seat',1,0,'{"kind": "guest", "guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o", "level": "", "away": false, "salt": "leo-adds-this-to-the-seed", "hash": "3574e593268fe1dfe5b8e0ec1b8eba587afd4f66165fbcf5cdcb8c0f294a9a4a", "by": ""}',NULL,1.79513147897638034823e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',9,'start',-1,0,'{"salts": ["katy-adds-this-to-the-seed", "leo-adds-this-to-the-seed"]}',NULL,1.79513147897638034823e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',10,'move',-1,21,'',NULL,1.79513147897638034823e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',11,'move',-1,29,'',NULL,1.79513147897638034823e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',12,'move',-1,21,'',NULL,1.79513147897638034823e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',13,'move',-1,23,'',NULL,1.79513147897638034823e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',14,'move',0,2,'',NULL,1.79513147900363421441e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',15,'move',1,172,'',NULL,1.79513147902764868732e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',16,'move',0,173,'',NULL,1.79513147904693794254e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',17,'move',1,246,'',NULL,1.79513147905081677435e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',18,'move',0,248,'',NULL,1.79513147907180500026e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',19,'move',1,247,'',NULL,1.79513147909493160246e+09);
INSERT INTO "entries" VALUES('fhwktx8g7j',20,'move',0,148,'',NULL,1.7951314791148197651e+09);
INSERT INTO "entries" VALUES('g4d7ts3vb6',1,'seat',0,0,'{"kind": "guest", "guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148608031582829e+09);
INSERT INTO "entries" VALUES('g4d7ts3vb6',2,'seat',1,0,'{"kind": "bot", "guest": "", "name": "Lucienne", "level": "novice", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148608031582829e+09);
INSERT INTO "entries" VALUES('g4d7ts3vb6',3,'seat',2,0,'{"kind": "guest", "guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148608031582829e+09);
INSERT INTO "entries" VALUES('g4d7ts3vb6',4,'absent',-1,0,'{"seats": [0, 2]}',NULL,1.7951314867686572075e+09);
INSERT INTO "entries" VALUES('g4d7ts3vb6',5,'absent',-1,0,'{"seats": []}',NULL,1.79513148980499267579e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',1,'seat',0,0,'{"kind": "guest", "guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148234710049624e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',2,'seat',1,0,'{"kind": "open", "guest": "", "name": "", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148234710049624e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',3,'seat',2,0,'{"kind": "bot", "guest": "", "name": "Yvonne", "level": "novice", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148234710049624e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',4,'seat',1,0,'{"kind": "guest", "guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148237472867961e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',5,'start',-1,0,'{"salts": []}',NULL,1.79513148237472867961e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',6,'move',0,7,'',NULL,1.79513148241077280043e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',7,'move',-1,19,'',NULL,1.79513148241077280043e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',8,'move',-1,20,'',NULL,1.79513148241077280043e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',9,'move',-1,19,'',NULL,1.79513148241077280043e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',10,'move',0,7,'',NULL,1.79513148242549180986e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',11,'move',-1,18,'',NULL,1.79513148242549180986e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',12,'move',-1,16,'',NULL,1.79513148242549180986e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',13,'move',-1,22,'',NULL,1.79513148242549180986e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',14,'move',0,4,'',NULL,1.79513148245178818704e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',15,'move',-1,16,'',NULL,1.79513148245178818704e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',16,'move',1,7,'',NULL,1.79513148247490310661e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',17,'move',-1,19,'',NULL,1.79513148247490310661e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',18,'move',-1,14,'',NULL,1.79513148247490310661e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',19,'move',-1,14,'',NULL,1.79513148247490310661e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',20,'move',1,4,'',NULL,1.79513148251100897786e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',21,'move',-1,17,'',NULL,1.79513148251100897786e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',22,'move',1,6,'',NULL,1.7951314825349946022e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',23,'move',-1,19,'',NULL,1.7951314825349946022e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',24,'move',-1,22,'',NULL,1.7951314825349946022e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',25,'move',2,7,'',NULL,1.79513148282049608229e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',26,'move',-1,14,'',NULL,1.79513148282049608229e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',27,'move',-1,13,'',NULL,1.79513148282049608229e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',28,'move',-1,11,'',NULL,1.79513148282049608229e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',29,'move',2,7,'',NULL,1.79513148320311713215e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',30,'move',-1,11,'',NULL,1.79513148320311713215e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',31,'move',-1,13,'',NULL,1.79513148320311713215e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',32,'move',-1,12,'',NULL,1.79513148320311713215e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',33,'move',2,0,'',NULL,1.79513148321718192098e+09);
INSERT INTO "entries" VALUES('npf7fwm55b',34,'seat',1,0,'{"kind": "guest", "guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o", "level": "regular", "away": true, "salt": "", "hash": "", "by": ""}',NULL,1.7951314832212660312e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',1,'seat',0,0,'{"kind": "guest", "guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148768681573869e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',2,'seat',1,0,'{"kind": "open", "guest": "", "name": "", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148768681573869e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',3,'seat',2,0,'{"kind": "bot", "guest": "", "name": "Firmin", "level": "novice", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148768681573869e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',4,'seat',3,0,'{"kind": "bot", "guest": "", "name": "Lucienne", "level": "novice", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148768681573869e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',5,'seat',1,0,'{"kind": "guest", "guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148769274067878e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',6,'start',-1,0,'{"salts": []}',NULL,1.79513148769274067878e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',7,'move',-1,646,'',NULL,1.79513148769274067878e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',8,'move',-1,645,'',NULL,1.79513148769274067878e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',9,'move',0,16,'',NULL,1.79513148770208573338e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',10,'move',-1,655,'',NULL,1.79513148770208573338e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',11,'move',-1,653,'',NULL,1.79513148770208573338e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',12,'move',-1,653,'',NULL,1.79513148770208573338e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',13,'move',-1,656,'',NULL,1.79513148770208573338e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',14,'move',-1,663,'',NULL,1.79513148770208573338e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',15,'move',1,448,'',NULL,1.79513148770776748662e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',16,'move',-1,675,'',NULL,1.79513148770776748662e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',17,'move',-1,672,'',NULL,1.79513148770776748662e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',18,'move',2,603,'',NULL,1.79513148926878833774e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',19,'move',2,1000003,'',NULL,1.79513148931632685661e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',20,'move',2,605,'',NULL,1.79513148933949637413e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',21,'move',2,1000003,'',NULL,1.79513148935710763936e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',22,'move',3,600,'',NULL,1.79513148941572642323e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',23,'move',3,1000000,'',NULL,1.79513148942941641811e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',24,'move',3,605,'',NULL,1.79513148945105886463e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',25,'move',3,1000003,'',NULL,1.79513148948927092553e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',26,'move',-1,1099512020995,'',NULL,1.79513148948927092553e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',27,'move',-1,1099511627779,'',NULL,1.79513148948927092553e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',28,'move',0,11,'',NULL,1.79513148950757861141e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',29,'move',-1,656,'',NULL,1.79513148950757861141e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',30,'move',-1,653,'',NULL,1.79513148950757861141e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',31,'move',-1,654,'',NULL,1.79513148950757861141e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',32,'move',1,136,'',NULL,1.79513148951767325398e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',33,'move',-1,673,'',NULL,1.79513148951767325398e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',34,'move',0,1,'',NULL,1.79513148953989720344e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',35,'move',-1,652,'',NULL,1.79513148953989720344e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',36,'move',1,0,'',NULL,1.79513148957868838313e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',37,'move',-1,747,'',NULL,1.79513148957868838313e+09);
INSERT INTO "entries" VALUES('pbzdd8vseh',38,'move',-1,705,'',NULL,1.79513148957868838313e+09);
INSERT INTO "entries" VALUES('ryy5cja7cb',1,'seat',0,0,'{"kind": "guest", "guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148656573987005e+09);
INSERT INTO "entries" VALUES('ryy5cja7cb',2,'seat',1,0,'{"kind": "guest", "guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148656573987005e+09);
INSERT INTO "entries" VALUES('ryy5cja7cb',3,'seat',2,0,'{"kind": "guest", "guest": "0401a31f5932850cb8b8e14b2cab4516dae149be", "name": "Zo\u00e9", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148656573987005e+09);
INSERT INTO "entries" VALUES('ryy5cja7cb',4,'seat',0,0,'{"kind": "guest", "guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148657704973217e+09);
INSERT INTO "entries" VALUES('ryy5cja7cb',5,'seat',1,0,'{"kind": "guest", "guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148658182644839e+09);
INSERT INTO "entries" VALUES('ryy5cja7cb',6,'seat',2,0,'{"kind": "guest", "guest": "0401a31f5932850cb8b8e14b2cab4516dae149be", "name": "Zo\u00e9", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148658468103414e+09);
INSERT INTO "entries" VALUES('ryy5cja7cb',7,'start',-1,0,'{"salts": [], "drawn": [2, 1, 0]}',NULL,1.79513148658468103414e+09);
INSERT INTO "entries" VALUES('ryy5cja7cb',8,'move',0,7,'',NULL,1.79513148659515643116e+09);
INSERT INTO "entries" VALUES('ryy5cja7cb',9,'move',-1,17,'',NULL,1.79513148659515643116e+09);
INSERT INTO "entries" VALUES('ryy5cja7cb',10,'move',-1,18,'',NULL,1.79513148659515643116e+09);
INSERT INTO "entries" VALUES('ryy5cja7cb',11,'move',-1,12,'',NULL,1.79513148659515643116e+09);
INSERT INTO "entries" VALUES('ryy5cja7cb',12,'move',0,6,'',NULL,1.79513148659872889519e+09);
INSERT INTO "entries" VALUES('ryy5cja7cb',13,'move',-1,22,'',NULL,1.79513148659872889519e+09);
INSERT INTO "entries" VALUES('ryy5cja7cb',14,'move',-1,19,'',NULL,1.79513148659872889519e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',1,'seat',0,0,'{"kind": "guest", "guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148471158146858e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',2,'seat',1,0,'{"kind": "open", "guest": "", "name": "", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148471158146858e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',3,'seat',2,0,'{"kind": "bot", "guest": "", "name": "Lucienne", "level": "novice", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.79513148471158146858e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',4,'seat',1,0,'{"kind": "guest", "guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148475737690928e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',5,'start',-1,0,'{"salts": []}',NULL,1.79513148475737690928e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',6,'move',0,7,'',NULL,1.795131484795732975e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',7,'move',-1,12,'',NULL,1.795131484795732975e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',8,'move',-1,14,'',NULL,1.795131484795732975e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',9,'move',-1,19,'',NULL,1.795131484795732975e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',10,'move',0,0,'',NULL,1.7951314848827660083e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',11,'move',1,7,'',NULL,1.79513148493909764288e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',12,'move',-1,18,'',NULL,1.79513148493909764288e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',13,'move',-1,14,'',NULL,1.79513148493909764288e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',14,'move',-1,19,'',NULL,1.79513148493909764288e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',15,'move',1,4,'',NULL,1.79513148495908117291e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',16,'move',-1,22,'',NULL,1.79513148495908117291e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',17,'move',1,5,'',NULL,1.79513148497903847694e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',18,'move',-1,19,'',NULL,1.79513148497903847694e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',19,'move',-1,13,'',NULL,1.79513148497903847694e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',20,'move',2,7,'',NULL,1.79513148500767874722e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',21,'move',-1,12,'',NULL,1.79513148500767874722e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',22,'move',-1,18,'',NULL,1.79513148500767874722e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',23,'move',-1,21,'',NULL,1.79513148500767874722e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',24,'move',2,7,'',NULL,1.795131485033522129e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',25,'move',-1,18,'',NULL,1.795131485033522129e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',26,'move',-1,16,'',NULL,1.795131485033522129e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',27,'move',-1,21,'',NULL,1.795131485033522129e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',28,'move',2,7,'',NULL,1.79513148504978370671e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',29,'move',-1,11,'',NULL,1.79513148504978370671e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',30,'move',-1,12,'',NULL,1.79513148504978370671e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',31,'move',-1,22,'',NULL,1.79513148504978370671e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',32,'move',0,7,'',NULL,1.79513148507612180712e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',33,'move',-1,12,'',NULL,1.79513148507612180712e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',34,'move',-1,19,'',NULL,1.79513148507612180712e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',35,'move',-1,13,'',NULL,1.79513148507612180712e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',36,'move',0,1,'',NULL,1.79513148509894943233e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',37,'move',-1,19,'',NULL,1.79513148509894943233e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',38,'move',0,0,'',NULL,1.79513148511959695812e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',39,'move',1,7,'',NULL,1.79513148513676214215e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',40,'move',-1,16,'',NULL,1.79513148513676214215e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',41,'move',-1,18,'',NULL,1.79513148513676214215e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',42,'move',-1,22,'',NULL,1.79513148513676214215e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',43,'move',1,4,'',NULL,1.79513148514679455759e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',44,'move',-1,19,'',NULL,1.79513148514679455759e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',45,'move',1,3,'',NULL,1.79513148515686130524e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',46,'move',-1,21,'',NULL,1.79513148515686130524e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',47,'move',-1,14,'',NULL,1.79513148515686130524e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',48,'move',2,7,'',NULL,1.79513148517084121708e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',49,'move',-1,22,'',NULL,1.79513148517084121708e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',50,'move',-1,22,'',NULL,1.79513148517084121708e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',51,'move',-1,11,'',NULL,1.79513148517084121708e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',52,'move',2,0,'',NULL,1.79513148518513417249e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',53,'move',0,7,'',NULL,1.79513148519389152527e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',54,'move',-1,12,'',NULL,1.79513148519389152527e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',55,'move',-1,11,'',NULL,1.79513148519389152527e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',56,'move',-1,12,'',NULL,1.79513148519389152527e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',57,'move',0,5,'',NULL,1.79513148522456860538e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',58,'move',-1,15,'',NULL,1.79513148522456860538e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',59,'move',-1,12,'',NULL,1.79513148522456860538e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',60,'move',0,1,'',NULL,1.79513148525803852085e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',61,'move',-1,12,'',NULL,1.79513148525803852085e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',62,'move',1,7,'',NULL,1.79513148527489900582e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',63,'move',-1,14,'',NULL,1.79513148527489900582e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',64,'move',-1,20,'',NULL,1.79513148527489900582e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',65,'move',-1,20,'',NULL,1.79513148527489900582e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',66,'move',1,3,'',NULL,1.79513148529829382892e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',67,'move',-1,16,'',NULL,1.79513148529829382892e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',68,'move',-1,13,'',NULL,1.79513148529829382892e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',69,'move',1,4,'',NULL,1.79513148533050918582e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',70,'move',-1,22,'',NULL,1.79513148533050918582e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',71,'move',2,7,'',NULL,1.79513148538778018951e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',72,'move',-1,11,'',NULL,1.79513148538778018951e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',73,'move',-1,15,'',NULL,1.79513148538778018951e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',74,'move',-1,17,'',NULL,1.79513148538778018951e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',75,'move',2,0,'',NULL,1.79513148542088484763e+09);
INSERT INTO "entries" VALUES('uv6e77pbsw',76,'rematch',-1,0,'{"table": "g4d7ts3vb6"}',NULL,1.79513148607821273802e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',1,'seat',0,0,'{"kind": "guest", "guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.7951314855271122456e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',2,'seat',1,0,'{"kind": "open", "guest": "", "name": "", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1.7951314855271122456e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',3,'seat',1,0,'{"kind": "guest", "guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148553976416592e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',4,'start',-1,0,'{"salts": []}',NULL,1.79513148553976416592e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',5,'move',-1,25,'',NULL,1.79513148553976416592e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',6,'move',-1,13,'',NULL,1.79513148553976416592e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',7,'move',-1,19,'',NULL,1.79513148553976416592e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',8,'move',-1,18,'',NULL,1.79513148553976416592e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',9,'move',0,3,'',NULL,1.7951314855545380116e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',10,'move',1,121,'',NULL,1.79513148556816244131e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',11,'move',0,198,'',NULL,1.79513148558409333234e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',12,'back',0,0,'{"moves": 1}',NULL,1.79513148559405660625e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',13,'move',0,247,'',NULL,1.79513148560900735861e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',14,'move',1,171,'',NULL,1.7951314856187245845e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',15,'move',0,197,'',NULL,1.79513148562611651415e+09);
INSERT INTO "entries" VALUES('w2f829zr9c',16,'move',1,199,'',NULL,1.79513148563234782215e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',1,'seat',0,0,'{"kind": "guest", "guest": "0401a31f5932850cb8b8e14b2cab4516dae149be", "name": "Zo\u00e9", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1795131486.1595);
INSERT INTO "entries" VALUES('zvkx6jcwfy',2,'seat',1,0,'{"kind": "guest", "guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1795131486.1595);
INSERT INTO "entries" VALUES('zvkx6jcwfy',3,'seat',2,0,'{"kind": "guest", "guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "level": "", "away": false, "salt": null, "hash": "", "by": ""}',NULL,1795131486.1595);
INSERT INTO "entries" VALUES('zvkx6jcwfy',4,'seat',2,0,'{"kind": "guest", "guest": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148617133760451e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',5,'seat',1,0,'{"kind": "guest", "guest": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "L\u00e9o", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148617419266697e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',6,'seat',0,0,'{"kind": "guest", "guest": "0401a31f5932850cb8b8e14b2cab4516dae149be", "name": "Zo\u00e9", "level": "", "away": false, "salt": "", "hash": "", "by": ""}',NULL,1.79513148618085908894e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',7,'start',-1,0,'{"salts": [], "drawn": [1, 0, 2]}',NULL,1.79513148618085908894e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',8,'move',0,7,'',NULL,1.79513148619136047364e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',9,'move',-1,20,'',NULL,1.79513148619136047364e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',10,'move',-1,11,'',NULL,1.79513148619136047364e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',11,'move',-1,15,'',NULL,1.79513148619136047364e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',12,'move',0,2,'',NULL,1.79513148619499158858e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',13,'move',-1,17,'',NULL,1.79513148619499158858e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',14,'move',0,1,'',NULL,1.79513148619826102257e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',15,'move',-1,17,'',NULL,1.79513148619826102257e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',16,'move',1,7,'',NULL,1.79513148620683717724e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',17,'move',-1,19,'',NULL,1.79513148620683717724e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',18,'move',-1,12,'',NULL,1.79513148620683717724e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',19,'move',-1,22,'',NULL,1.79513148620683717724e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',20,'move',1,5,'',NULL,1.79513148622612428665e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',21,'move',-1,21,'',NULL,1.79513148622612428665e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',22,'move',-1,13,'',NULL,1.79513148622612428665e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',23,'move',1,1,'',NULL,1.79513148623011922831e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',24,'move',-1,22,'',NULL,1.79513148623011922831e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',25,'move',2,7,'',NULL,1.79513148629966473581e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',26,'move',-1,13,'',NULL,1.79513148629966473581e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',27,'move',-1,19,'',NULL,1.79513148629966473581e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',28,'move',-1,20,'',NULL,1.79513148629966473581e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',29,'move',2,2,'',NULL,1.79513148633164310455e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',30,'move',-1,11,'',NULL,1.79513148633164310455e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',31,'move',2,1,'',NULL,1.79513148634803891175e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',32,'move',-1,22,'',NULL,1.79513148634803891175e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',33,'move',0,7,'',NULL,1.79513148636674857135e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',34,'move',-1,16,'',NULL,1.79513148636674857135e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',35,'move',-1,11,'',NULL,1.79513148636674857135e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',36,'move',-1,19,'',NULL,1.79513148636674857135e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',37,'move',0,5,'',NULL,1795131486.36931);
INSERT INTO "entries" VALUES('zvkx6jcwfy',38,'move',-1,12,'',NULL,1795131486.36931);
INSERT INTO "entries" VALUES('zvkx6jcwfy',39,'move',-1,19,'',NULL,1795131486.36931);
INSERT INTO "entries" VALUES('zvkx6jcwfy',40,'move',0,0,'',NULL,1.79513148637691950793e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',41,'move',1,7,'',NULL,1.79513148637981629369e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',42,'move',-1,14,'',NULL,1.79513148637981629369e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',43,'move',-1,15,'',NULL,1.79513148637981629369e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',44,'move',-1,19,'',NULL,1.79513148637981629369e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',45,'move',1,6,'',NULL,1.79513148638210797312e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',46,'move',-1,15,'',NULL,1.79513148638210797312e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',47,'move',-1,15,'',NULL,1.79513148638210797312e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',48,'move',1,4,'',NULL,1.79513148638408231733e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',49,'move',-1,11,'',NULL,1.79513148638408231733e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',50,'move',2,7,'',NULL,1.79513148639229345318e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',51,'move',-1,16,'',NULL,1.79513148639229345318e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',52,'move',-1,14,'',NULL,1.79513148639229345318e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',53,'move',-1,17,'',NULL,1.79513148639229345318e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',54,'move',2,3,'',NULL,1.79513148639927053455e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',55,'move',-1,17,'',NULL,1.79513148639927053455e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',56,'move',-1,11,'',NULL,1.79513148639927053455e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',57,'move',2,3,'',NULL,1.79513148640478873256e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',58,'move',-1,21,'',NULL,1.79513148640478873256e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',59,'move',-1,18,'',NULL,1.79513148640478873256e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',60,'move',0,7,'',NULL,1.79513148641900920866e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',61,'move',-1,18,'',NULL,1.79513148641900920866e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',62,'move',-1,21,'',NULL,1.79513148641900920866e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',63,'move',-1,17,'',NULL,1.79513148641900920866e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',64,'move',0,7,'',NULL,1.79513148642242097857e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',65,'move',-1,22,'',NULL,1.79513148642242097857e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',66,'move',-1,21,'',NULL,1.79513148642242097857e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',67,'move',-1,20,'',NULL,1.79513148642242097857e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',68,'move',0,7,'',NULL,1.79513148643919587133e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',69,'move',-1,16,'',NULL,1.79513148643919587133e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',70,'move',-1,16,'',NULL,1.79513148643919587133e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',71,'move',-1,13,'',NULL,1.79513148643919587133e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',72,'move',1,7,'',NULL,1.79513148645484685904e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',73,'move',-1,13,'',NULL,1.79513148645484685904e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',74,'move',-1,21,'',NULL,1.79513148645484685904e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',75,'move',-1,17,'',NULL,1.79513148645484685904e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',76,'move',1,7,'',NULL,1.7951314864721598625e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',77,'move',-1,13,'',NULL,1.7951314864721598625e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',78,'move',-1,11,'',NULL,1.7951314864721598625e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',79,'move',-1,15,'',NULL,1.7951314864721598625e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',80,'move',1,4,'',NULL,1.7951314865069956779e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',81,'move',-1,19,'',NULL,1.7951314865069956779e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',82,'move',2,7,'',NULL,1.79513148654085969921e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',83,'move',-1,17,'',NULL,1.79513148654085969921e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',84,'move',-1,19,'',NULL,1.79513148654085969921e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',85,'move',-1,18,'',NULL,1.79513148654085969921e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',86,'move',2,1,'',NULL,1.795131486544523716e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',87,'move',-1,11,'',NULL,1.795131486544523716e+09);
INSERT INTO "entries" VALUES('zvkx6jcwfy',88,'move',2,0,'',NULL,1.7951314865478096008e+09);
CREATE TABLE evening_people (
	guest VARCHAR(64) NOT NULL, 
	evening_id VARCHAR(16) NOT NULL, 
	PRIMARY KEY (guest, evening_id)
);
INSERT INTO "evening_people" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','cnnaptx8tu');
INSERT INTO "evening_people" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','cnnaptx8tu');
INSERT INTO "evening_people" VALUES('0401a31f5932850cb8b8e14b2cab4516dae149be','cnnaptx8tu');
CREATE TABLE evenings (
	id VARCHAR(16) NOT NULL, 
	host VARCHAR(64) NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "evenings" VALUES('cnnaptx8tu','9f22c0a00959e49d69f2a801a9655be1eaaaf15a',1.79513148612975597384e+09);
CREATE TABLE guests (
	id VARCHAR(64) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	seen FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "guests" VALUES('0401a31f5932850cb8b8e14b2cab4516dae149be','Zoé',1.7951314861523289681e+09);
INSERT INTO "guests" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','Katy',1.79513148768433809278e+09);
INSERT INTO "guests" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','Léo',1.79513148769183945654e+09);
CREATE TABLE house (
	id INTEGER NOT NULL, 
	schema INTEGER NOT NULL, 
	epoch BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "house" VALUES(1,8,1);
CREATE TABLE leases (
	table_id VARCHAR(16) NOT NULL, 
	server VARCHAR(16) NOT NULL, 
	since FLOAT NOT NULL, 
	PRIMARY KEY (table_id)
);
CREATE TABLE passports (
	guest VARCHAR(64) NOT NULL, 
	number VARCHAR(64) NOT NULL, 
	sealed VARCHAR(64) NOT NULL, 
	made FLOAT NOT NULL, 
	PRIMARY KEY (guest), 
	UNIQUE (number)
);
INSERT INTO "passports" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','8be93106b4d67e69b3c3c64bb30cfe8f01f9be50548e2f29b415860b17643cfb','96d755e915fa7385cea892edad4dc35b6b411cc4c1d213a97e938e35b3077ef7',1.79513148761384749409e+09);
CREATE TABLE present (
	table_id VARCHAR(16) NOT NULL, 
	server VARCHAR(16) NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	looks BOOLEAN NOT NULL, 
	pace VARCHAR(10) NOT NULL, 
	continued INTEGER NOT NULL, 
	PRIMARY KEY (table_id, server, guest)
);
CREATE TABLE progress (
	guest VARCHAR(64) NOT NULL, 
	course VARCHAR(60) NOT NULL, 
	item VARCHAR(60) NOT NULL, 
	value TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (guest, course, item)
);
INSERT INTO "progress" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','problems dodeka','1a0f8857','{"tries": 2, "solved": "2026-11-19", "shown": false}',1.79513148663906955721e+09);
INSERT INTO "progress" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','problems dodeka','1a39f53a','{"tries": 2, "solved": "2026-11-19", "shown": false}',1.79513148665115642547e+09);
INSERT INTO "progress" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','problems dodeka','ff3b383d','{"tries": 0, "solved": "", "shown": true}',1.79513148665533494945e+09);
INSERT INTO "progress" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','problems pepetes','07ef9f7b','{"tries": 1, "solved": "2026-11-19", "shown": false}',1.79513148695287680627e+09);
INSERT INTO "progress" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','problems pepetes','ec053fb4','{"tries": 0, "solved": "", "shown": true}',1.79513148697557544707e+09);
INSERT INTO "progress" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','problems dodeka','1a0f8857','{"tries": 2, "solved": "2026-11-19", "shown": false}',1.79513148707123231882e+09);
INSERT INTO "progress" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','problems dodeka','ff3b383d','{"tries": 0, "solved": "", "shown": true}',1.79513148709356474882e+09);
INSERT INTO "progress" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','problems spacepoker','0c41a805','{"tries": 26, "solved": "2026-11-19", "shown": false}',1.79513148757442975046e+09);
INSERT INTO "progress" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','problems spacepoker','fd838ee3','{"tries": 0, "solved": "", "shown": true}',1.79513148757749867439e+09);
INSERT INTO "progress" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','learn dodeka','1','',1795131487.59376);
INSERT INTO "progress" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','learn dodeka','2','',1.79513148760350632667e+09);
CREATE TABLE results (
	table_id VARCHAR(16) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	ended FLOAT NOT NULL, 
	why VARCHAR(10) NOT NULL, 
	seats TEXT NOT NULL, 
	PRIMARY KEY (table_id)
);
INSERT INTO "results" VALUES('uv6e77pbsw','dodeka',1.79513148542088484763e+09,'','[{"who": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "payoff": 0, "part": ""}, {"who": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "Léo", "payoff": -50, "part": ""}, {"who": "bot novice", "name": "Lucienne", "payoff": 50, "part": ""}]');
INSERT INTO "results" VALUES('w2f829zr9c','4d',1.79513148563234782215e+09,'','[{"who": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "payoff": -1, "part": ""}, {"who": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "Léo", "payoff": 1, "part": ""}]');
INSERT INTO "results" VALUES('zvkx6jcwfy','dodeka',1.7951314865478096008e+09,'','[{"who": "cb851bae4f79f668134979dd92b9fa6e766e22bb", "name": "Léo", "payoff": 0, "part": ""}, {"who": "0401a31f5932850cb8b8e14b2cab4516dae149be", "name": "Zoé", "payoff": 50, "part": ""}, {"who": "9f22c0a00959e49d69f2a801a9655be1eaaaf15a", "name": "Katy", "payoff": -50, "part": ""}]');
CREATE TABLE reviews (
	id VARCHAR(16) NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	record TEXT NOT NULL, 
	body TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "reviews" VALUES('uv6e77pbsw','','','{"ways": 3, "game": "dodeka", "version": 2, "options": {"parties": 1, "minutes": 0, "target": 200}, "names": ["Katy", "Léo", "Lucienne"], "unit": "points of the match", "reckoned": "points of the match", "exact": true, "seats": [{"name": "Katy", "start": -3.997734761964787, "luck": 21.634341535600853, "hidden": 0.0, "loss": 21.857001281818675, "others": 4.220394508182609, "rest": 0.0, "result": 0.0, "error": 0.0, "decisions": 5, "mean_loss": 4.371400256363735}, {"name": "Léo", "start": -0.14726929639490277, "luck": -55.92717597246579, "hidden": 0.0, "loss": 10.255869529557316, "others": 16.330314798418005, "rest": 0.0, "result": -50.0, "error": 0.0, "decisions": 6, "mean_loss": 1.7093115882595527}, {"name": "Lucienne", "start": 4.1450040583596905, "luck": 34.29283443686493, "hidden": 0.0, "loss": 4.142108966025241, "others": 15.704270470800617, "rest": 0.0, "result": 50.0, "error": 0.0, "decisions": 4, "mean_loss": 1.0355272415063101}], "decisions": [{"number": 5, "seat": 0, "move": "stop", "best": "throw 3", "loss": 3.487686049135135, "error": 0.0, "mark": "slip", "choices": 8, "why": ""}, {"number": 10, "seat": 1, "move": "throw 3", "best": "throw 2", "loss": 0.399887640449503, "error": 0.0, "mark": "", "choices": 8, "why": ""}, {"number": 12, "seat": 1, "move": "throw 1 3", "best": "throw 1 3", "loss": 0.0, "error": 0.0, "mark": "", "choices": 8, "why": ""}, {"number": 19, "seat": 2, "move": "throw 1 2 3", "best": "throw 2 3", "loss": 0.5936290616011544, "error": 0.0, "mark": "", "choices": 8, "why": ""}, {"number": 23, "seat": 2, "move": "throw 1 2 3", "best": "throw 1 3", "loss": 0.042114797531384696, "error": 0.0, "mark": "", "choices": 8, "why": ""}, {"number": 31, "seat": 0, "move": "throw 1", "best": "throw 2", "loss": 2.559330397815211, "error": 0.0, "mark": "slip", "choices": 8, "why": ""}, {"number": 33, "seat": 0, "move": "stop", "best": "throw 1 2", "loss": 3.01746546171268, "error": 0.0, "mark": "slip", "choices": 8, "why": ""}, {"number": 38, "seat": 1, "move": "throw 3", "best": "throw 2 3", "loss": 1.7317633551960876, "error": 0.0, "mark": "", "choices": 8, "why": ""}, {"number": 40, "seat": 1, "move": "throw 1 2", "best": "throw 2 3", "loss": 1.3615459129698362, "error": 0.0, "mark": "", "choices": 8, "why": ""}, {"number": 47, "seat": 2, "move": "stop", "best": "throw 3", "loss": 3.5063651068927015, "error": 0.0, "mark": "slip", "choices": 8, "why": ""}, {"number": 52, "seat": 0, "move": "throw 1 3", "best": "throw 2", "loss": 12.792519373155647, "error": 0.0, "mark": "mistake", "choices": 8, "why": ""}, {"number": 55, "seat": 0, "move": "throw 1", "best": "throw 1", "loss": 0.0, "error": 0.0, "mark": "", "choices": 8, "why": ""}, {"number": 61, "seat": 1, "move": "throw 1 2", "best": "throw 2 3", "loss": 6.590147014291566, "error": 0.0, "mark": "slip", "choices": 8, "why": ""}, {"number": 64, "seat": 1, "move": "throw 3", "best": "throw 1 3", "loss": 0.17252560665032313, "error": 0.0, "mark": "", "choices": 8, "why": ""}, {"number": 70, "seat": 2, "move": "stop", "best": "stop", "loss": 0.0, "error": 0.0, "mark": "", "choices": 8, "why": ""}], "chances": [{"first": 2, "last": 4, "luck": [-0.24327097687521748, 0.12366194226591855, 0.11960903460929817]}, {"first": 7, "last": 9, "luck": [0.4501388886428419, -0.8229940332922976, 0.372855144649459]}, {"first": 11, "last": 11, "luck": [-0.09299079190861104, -1.2847826603283634, 1.3777734522369744]}, {"first": 13, "last": 14, "luck": [-1.1872445054251042, -2.278864394187872, 3.46610889961298]}, {"first": 16, "last": 18, "luck": [0.9972000008695208, 0.45769548653870595, -1.454895487408228]}, {"first": 20, "last": 22, "luck": [1.2832647366379115, 0.6469796303696607, -1.930244367007572]}, {"first": 24, "last": 26, "luck": [2.421290293575044, 0.6264537024396561, -3.0477439960147032]}, {"first": 28, "last": 30, "luck": [-0.1425421760907426, -0.11685024501733154, 0.2593924211080756]}, {"first": 32, "last": 32, "luck": [-2.8928643387769126, 1.7095618572217726, 1.1833024815551392]}, {"first": 35, "last": 37, "luck": [1.6905988202691837, -3.9026760998951806, 2.212077279625996]}, {"first": 39, "last": 39, "luck": [1.9959928425192892, -2.6501515601152557, 0.6541587175959656]}, {"first": 41, "last": 42, "luck": [3.817112096273549, -2.8267744308369807, -0.9903376654365719]}, {"first": 44, "last": 46, "luck": [-0.4371226027451982, 1.5344384924063164, -1.0973158896611181]}, {"first": 49, "last": 51, "luck": [7.436931949077947, -3.950250915373006, -3.486681033704941]}, {"first": 53, "last": 54, "luck": [-6.253521601263175, 3.3823420224363296, 2.871179578826844]}, {"first": 56, "last": 56, "luck": [1.1603081995362334, 3.233866032728179, -4.39417423226441]}, {"first": 58, "last": 60, "luck": [3.4672647613277707, -6.291289393159018, 2.824024631831243]}, {"first": 62, "last": 63, "luck": [2.1705144031141588, -2.950249380584224, 0.7797349774700706]}, {"first": 65, "last": 65, "luck": [5.611299074003613, -10.170882903826506, 4.5595838298228895]}, {"first": 67, "last": 69, "luck": [0.38198246283875065, -30.39640912225629, 30.01442665941754]}], "points": [[0, [-3.997734761964787, -0.14726929639490277, 4.1450040583596905]], [1, [-3.997734761964787, -0.14726929639490277, 4.1450040583596905]], [4, [-4.241005738840005, -0.02360735412898422, 4.264613092968989]], [5, [-7.72869178797514, 2.0982612266509353, 5.630430561324204]], [6, [-7.72869178797514, 2.0982612266509353, 5.630430561324204]], [9, [-7.278552899332298, 1.2752671933586377, 6.003285705973663]], [10, [-7.852616189004682, 0.8753795529091347, 6.977236636095547]], [11, [-7.945606980913293, -0.4094031074192286, 8.355010088332522]], [12, [-7.945606980913293, -0.4094031074192286, 8.355010088332522]], [14, [-9.132851486338398, -2.6882675016071005, 11.821118987945502]], [15, [-9.132851486338398, -2.6882675016071005, 11.821118987945502]], [18, [-8.135651485468877, -2.2305720150683945, 10.366223500537274]], [19, [-7.9361930750712775, -1.8364013638648375, 9.77259443893612]], [22, [-6.652928338433366, -1.1894217334951769, 7.842350071928547]], [23, [-6.647782821177073, -1.152452453220085, 7.800235274397163]], [26, [-4.226492527602029, -0.5259987507804289, 4.752491278382459]], [27, [-4.226492527602029, -0.5259987507804289, 4.752491278382459]], [30, [-4.369034703692772, -0.6428489957977604, 5.011883699490535]], [31, [-6.928365101507983, 0.9937835523545256, 5.934581549153459]], [32, [-9.821229440284895, 2.7033454095762983, 7.117884030708598]], [33, [-12.838694901997576, 3.9797370664600744, 8.858957835537502]], [34, [-12.838694901997576, 3.9797370664600744, 8.858957835537502]], [37, [-11.148096081728392, 0.07706096656489358, 11.071035115163498]], [38, [-10.425634534187123, -1.654702388631194, 12.080336922818317]], [39, [-8.429641691667834, -4.30485394874645, 12.734495640414282]], [40, [-7.974724217989352, -5.666399861716286, 13.64112407970564]], [42, [-4.157612121715803, -8.493174292553267, 12.650786414269069]], [43, [-4.157612121715803, -8.493174292553267, 12.650786414269069]], [46, [-4.594734724461001, -6.95873580014695, 11.55347052460795]], [47, [-5.468114052251109, -2.5789913654641397, 8.04710541771525]], [48, [-5.468114052251109, -2.5789913654641397, 8.04710541771525]], [51, [1.9688178968268382, -6.5292422808371455, 4.560424384010308]], [52, [-10.823701476328809, -0.04470463439658109, 10.86840611072539]], [54, [-17.077223077591984, 3.3376373880397487, 13.739585689552234]], [55, [-17.077223077591984, 3.3376373880397487, 13.739585689552234]], [56, [-15.916914878055751, 6.571503420767928, 9.345411457287824]], [57, [-15.916914878055751, 6.571503420767928, 9.345411457287824]], [60, [-12.44965011672798, 0.28021402760890984, 12.169436089119067]], [61, [-8.630462060479237, -6.309932986682656, 14.940395047161891]], [63, [-6.4599476573650785, -9.26018236726688, 15.720130024631962]], [64, [-5.993281536842363, -9.432707973917204, 15.42598951075957]], [65, [-0.38198246283875065, -19.60359087774371, 19.98557334058246]], [66, [-0.38198246283875065, -19.60359087774371, 19.98557334058246]], [69, [0.0, -50.0, 50.0]], [70, [0.0, -50.0, 50.0]]], "moves": 70, "marks": [10, 12, 9, 0, 6, 5]}',1.79513148598926186561e+09);
CREATE TABLE seen (
	table_id VARCHAR(16) NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (table_id, guest)
);
INSERT INTO "seen" VALUES('2v8ucdwfsx','9f22c0a00959e49d69f2a801a9655be1eaaaf15a',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('2v8ucdwfsx','cb851bae4f79f668134979dd92b9fa6e766e22bb',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('cr7ahptt25','9f22c0a00959e49d69f2a801a9655be1eaaaf15a',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('cr7ahptt25','cb851bae4f79f668134979dd92b9fa6e766e22bb',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('fhwktx8g7j','9f22c0a00959e49d69f2a801a9655be1eaaaf15a',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('fhwktx8g7j','cb851bae4f79f668134979dd92b9fa6e766e22bb',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('g4d7ts3vb6','9f22c0a00959e49d69f2a801a9655be1eaaaf15a',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('g4d7ts3vb6','cb851bae4f79f668134979dd92b9fa6e766e22bb',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('npf7fwm55b','9f22c0a00959e49d69f2a801a9655be1eaaaf15a',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('npf7fwm55b','cb851bae4f79f668134979dd92b9fa6e766e22bb',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('pbzdd8vseh','9f22c0a00959e49d69f2a801a9655be1eaaaf15a',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('pbzdd8vseh','cb851bae4f79f668134979dd92b9fa6e766e22bb',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('ryy5cja7cb','0401a31f5932850cb8b8e14b2cab4516dae149be',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('ryy5cja7cb','9f22c0a00959e49d69f2a801a9655be1eaaaf15a',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('ryy5cja7cb','cb851bae4f79f668134979dd92b9fa6e766e22bb',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('uv6e77pbsw','9f22c0a00959e49d69f2a801a9655be1eaaaf15a',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('uv6e77pbsw','cb851bae4f79f668134979dd92b9fa6e766e22bb',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('w2f829zr9c','9f22c0a00959e49d69f2a801a9655be1eaaaf15a',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('w2f829zr9c','cb851bae4f79f668134979dd92b9fa6e766e22bb',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('zvkx6jcwfy','0401a31f5932850cb8b8e14b2cab4516dae149be',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('zvkx6jcwfy','9f22c0a00959e49d69f2a801a9655be1eaaaf15a',1.79513148980480456351e+09);
INSERT INTO "seen" VALUES('zvkx6jcwfy','cb851bae4f79f668134979dd92b9fa6e766e22bb',1.79513148980480456351e+09);
CREATE TABLE servers (
	id VARCHAR(16) NOT NULL, 
	until FLOAT NOT NULL, 
	facts TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE sitting (
	guest VARCHAR(64) NOT NULL, 
	table_id VARCHAR(16) NOT NULL, 
	PRIMARY KEY (guest, table_id)
);
INSERT INTO "sitting" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','fhwktx8g7j');
INSERT INTO "sitting" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','fhwktx8g7j');
INSERT INTO "sitting" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','cr7ahptt25');
INSERT INTO "sitting" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','cr7ahptt25');
INSERT INTO "sitting" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','npf7fwm55b');
INSERT INTO "sitting" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','npf7fwm55b');
INSERT INTO "sitting" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','2v8ucdwfsx');
INSERT INTO "sitting" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','2v8ucdwfsx');
INSERT INTO "sitting" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','uv6e77pbsw');
INSERT INTO "sitting" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','uv6e77pbsw');
INSERT INTO "sitting" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','w2f829zr9c');
INSERT INTO "sitting" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','w2f829zr9c');
INSERT INTO "sitting" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','g4d7ts3vb6');
INSERT INTO "sitting" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','g4d7ts3vb6');
INSERT INTO "sitting" VALUES('0401a31f5932850cb8b8e14b2cab4516dae149be','zvkx6jcwfy');
INSERT INTO "sitting" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','zvkx6jcwfy');
INSERT INTO "sitting" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','zvkx6jcwfy');
INSERT INTO "sitting" VALUES('0401a31f5932850cb8b8e14b2cab4516dae149be','ryy5cja7cb');
INSERT INTO "sitting" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','ryy5cja7cb');
INSERT INTO "sitting" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','ryy5cja7cb');
INSERT INTO "sitting" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','evgfs3g83c');
INSERT INTO "sitting" VALUES('9f22c0a00959e49d69f2a801a9655be1eaaaf15a','pbzdd8vseh');
INSERT INTO "sitting" VALUES('cb851bae4f79f668134979dd92b9fa6e766e22bb','pbzdd8vseh');
CREATE TABLE tables (
	id VARCHAR(16) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	version INTEGER NOT NULL, 
	players INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	host VARCHAR(64) NOT NULL, 
	seed VARCHAR(64) NOT NULL, 
	created FLOAT NOT NULL, 
	status VARCHAR(10) NOT NULL, 
	public BOOLEAN NOT NULL, 
	lively BOOLEAN NOT NULL, 
	touched FLOAT NOT NULL, 
	seats TEXT NOT NULL, 
	digest VARCHAR(64) DEFAULT '' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('fhwktx8g7j','4d',1,2,'{"target": 60, "pairs": true, "turn": "strict", "fifth": false, "quinte_wins": false, "handicap": 0}','{"advice": true, "pace": 86400, "draws_seats": false, "origin": "", "rated": true, "evening": "", "lang": "en", "talk": false}','9f22c0a00959e49d69f2a801a9655be1eaaaf15a','8a8e891cb5387f7ed9776c2d118a953b88ab8ecd8cd89340ae75e4aacf6da4e2',1.79513147891870689393e+09,'playing',0,1,1.79513147897638034823e+09,'[{"kind": "guest", "name": "Katy", "level": ""}, {"kind": "guest", "name": "Léo", "level": ""}]','1 1920feb52f1bb909621cb7df53f5a81f72044f14ec9bbd30951f5f0b15f657');
INSERT INTO "tables" VALUES('cr7ahptt25','dalapapa',2,3,'{"tiles": "classic", "open_hands": false, "deals": 1}','{"advice": true, "pace": 0, "draws_seats": false, "origin": "", "rated": true, "evening": "", "lang": "en", "talk": true}','9f22c0a00959e49d69f2a801a9655be1eaaaf15a','6132e70defb1e90ce0f1373b4e3edcec64a01627b078096e06665f04100da5a5',1.79513147921606278415e+09,'playing',0,1,1.79513147925013923644e+09,'[{"kind": "guest", "name": "Katy", "level": ""}, {"kind": "guest", "name": "Léo", "level": ""}, {"kind": "bot", "name": "Gaston", "level": "novice"}]','2 275e491571ccc999f35a9b80e65f8cfd7f352923998a42db866769ddf9b4cc');
INSERT INTO "tables" VALUES('npf7fwm55b','dodeka',2,3,'{"parties": 1, "minutes": 0, "target": 300}','{"advice": true, "pace": 0, "draws_seats": false, "origin": "", "rated": true, "evening": "", "lang": "en", "talk": false}','9f22c0a00959e49d69f2a801a9655be1eaaaf15a','5c0fddb0b22790b34f1cc55de20442637098a52e0e1c57c74db729cda5f344a4',1.79513148234668827056e+09,'playing',1,1,1.7951314832212660312e+09,'[{"kind": "guest", "name": "Katy", "level": ""}, {"kind": "guest", "name": "Léo", "level": "regular"}, {"kind": "bot", "name": "Yvonne", "level": "novice"}]','2 6ab83e9f3375238a448bfea4f23bd53bc96a39f9e30af624f9fbe017470769');
INSERT INTO "tables" VALUES('2v8ucdwfsx','spacepoker',3,3,'{"hands": 3, "fleet": "5x7", "first": "youngest", "closing": "lap", "max_raises": 0, "kickers": false, "win": "points", "ante": 1, "stack": 60}','{"advice": true, "pace": 0, "draws_seats": true, "origin": "", "rated": true, "evening": "", "lang": "en", "talk": false}','9f22c0a00959e49d69f2a801a9655be1eaaaf15a','f43cb607c31377298b35b6694e3afa89aea9ccbd25849a56695b49da7e739954',1.79513148362048244473e+09,'playing',0,1,1.79513148362455272673e+09,'[{"kind": "bot", "name": "Gaston", "level": "novice"}, {"kind": "guest", "name": "Katy", "level": ""}, {"kind": "guest", "name": "Léo", "level": ""}]','3 8c101909ff3bf6c7598249f6376be3136b10686656e20b7f15347dc519e68d');
INSERT INTO "tables" VALUES('uv6e77pbsw','dodeka',2,3,'{"parties": 1, "minutes": 0, "target": 200}','{"advice": true, "pace": 0, "draws_seats": false, "origin": "", "rated": true, "evening": "", "lang": "en", "talk": false}','9f22c0a00959e49d69f2a801a9655be1eaaaf15a','07872004df3d2b3419ce9947b323ca06c133c646a235191049cd30f2d6c3d1b5',1.79513148471132636067e+09,'over',0,0,1.79513148542088484763e+09,'[{"kind": "guest", "name": "Katy", "level": ""}, {"kind": "guest", "name": "Léo", "level": ""}, {"kind": "bot", "name": "Lucienne", "level": "novice"}]','2 6ab83e9f3375238a448bfea4f23bd53bc96a39f9e30af624f9fbe017470769');
INSERT INTO "tables" VALUES('w2f829zr9c','4d',1,2,'{"target": 10, "pairs": true, "turn": "strict", "fifth": false, "quinte_wins": false, "handicap": 0}','{"advice": true, "pace": 0, "draws_seats": false, "origin": "", "rated": true, "evening": "", "lang": "en", "talk": false}','9f22c0a00959e49d69f2a801a9655be1eaaaf15a','545bcba505d2508587d08350b8fadf6e0dd89fe8860ec7e84c0b20af9e52e60d',1.79513148552681684497e+09,'over',0,0,1.79513148563234782215e+09,'[{"kind": "guest", "name": "Katy", "level": ""}, {"kind": "guest", "name": "Léo", "level": ""}]','1 1920feb52f1bb909621cb7df53f5a81f72044f14ec9bbd30951f5f0b15f657');
INSERT INTO "tables" VALUES('g4d7ts3vb6','dodeka',2,3,'{"parties": 1, "minutes": 0, "target": 200}','{"advice": true, "pace": 0, "draws_seats": false, "origin": "", "rated": true, "evening": "", "lang": "en", "talk": false}','9f22c0a00959e49d69f2a801a9655be1eaaaf15a','741309d01de1cdd8efbb56ab97fa4c0f6a893ec69eae2b407f0d668fb0a52bee',1.79513148607812118525e+09,'waiting',0,0,1.79513148608031582829e+09,'[{"kind": "guest", "name": "Léo", "level": ""}, {"kind": "bot", "name": "Lucienne", "level": "novice"}, {"kind": "guest", "name": "Katy", "level": ""}]','2 6ab83e9f3375238a448bfea4f23bd53bc96a39f9e30af624f9fbe017470769');
INSERT INTO "tables" VALUES('zvkx6jcwfy','dodeka',2,3,'{"parties": 1, "minutes": 0, "target": 100}','{"advice": false, "pace": 0, "draws_seats": true, "origin": "", "rated": true, "evening": "cnnaptx8tu", "lang": "en", "talk": false}','9f22c0a00959e49d69f2a801a9655be1eaaaf15a','b6c063044df0d53ea24d10c570b8a19bdcae51fe4706787e16f1e6320b94f750',1.79513148615932154657e+09,'over',0,0,1.7951314865478096008e+09,'[{"kind": "guest", "name": "Léo", "level": ""}, {"kind": "guest", "name": "Zoé", "level": ""}, {"kind": "guest", "name": "Katy", "level": ""}]','2 6ab83e9f3375238a448bfea4f23bd53bc96a39f9e30af624f9fbe017470769');
INSERT INTO "tables" VALUES('ryy5cja7cb','dodeka',2,3,'{"parties": 1, "minutes": 0, "target": 100}','{"advice": false, "pace": 0, "draws_seats": true, "origin": "", "rated": true, "evening": "cnnaptx8tu", "lang": "en", "talk": false}','9f22c0a00959e49d69f2a801a9655be1eaaaf15a','28a6ebac003566827201dddb53fc5cf49df1c6aab45607d51736bf29ff04b59e',1.79513148656555747983e+09,'playing',0,0,1.79513148658468103414e+09,'[{"kind": "guest", "name": "Zoé", "level": ""}, {"kind": "guest", "name": "Léo", "level": ""}, {"kind": "guest", "name": "Katy", "level": ""}]','2 6ab83e9f3375238a448bfea4f23bd53bc96a39f9e30af624f9fbe017470769');
INSERT INTO "tables" VALUES('evgfs3g83c','dodeka',2,3,'{"parties": 1, "minutes": 0, "target": 100}','{"advice": true, "pace": 0, "draws_seats": false, "origin": "", "rated": true, "evening": "", "lang": "en", "talk": false}','9f22c0a00959e49d69f2a801a9655be1eaaaf15a','0c023bcfae7a5db54cb5adf659ca0fadb682bb5434e5028770bc2112762a3c88',1.79513148660695815092e+09,'waiting',0,0,1.79513148660714769362e+09,'[{"kind": "guest", "name": "Katy", "level": ""}, {"kind": "bot", "name": "Firmin", "level": "novice"}, {"kind": "open", "name": "", "level": ""}]','2 6ab83e9f3375238a448bfea4f23bd53bc96a39f9e30af624f9fbe017470769');
INSERT INTO "tables" VALUES('pbzdd8vseh','pepetes',3,4,'{"prime": "none", "target": 30, "minutes": 0, "duels": 0, "bonus": 0, "malus": 0, "bets": "contains", "gifts": true}','{"advice": true, "pace": 0, "draws_seats": false, "origin": "", "rated": true, "evening": "", "lang": "en", "talk": false}','9f22c0a00959e49d69f2a801a9655be1eaaaf15a','dd290b9243aa983b32401c1b8e38713f117b8952b1221d08b9e7a591245f9df5',1.79513148768645906449e+09,'playing',0,1,1.79513148769274067878e+09,'[{"kind": "guest", "name": "Katy", "level": ""}, {"kind": "guest", "name": "Léo", "level": ""}, {"kind": "bot", "name": "Firmin", "level": "novice"}, {"kind": "bot", "name": "Lucienne", "level": "novice"}]','3 5e6fe44536d82b66894b8e8b17b3520070e235f3b5fa58dc973642b5a19f55');
CREATE TABLE talk (
	table_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	body TEXT NOT NULL, 
	moves INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (table_id, number)
);
INSERT INTO "talk" VALUES('cr7ahptt25',1,'9f22c0a00959e49d69f2a801a9655be1eaaaf15a','Katy','text','Qui a le double ? <Moi !>',16,1.79513148212296724318e+09);
INSERT INTO "talk" VALUES('cr7ahptt25',2,'cb851bae4f79f668134979dd92b9fa6e766e22bb','Léo','phrase','thinking',16,1.7951314821280708313e+09);
INSERT INTO "talk" VALUES('cr7ahptt25',3,'9f22c0a00959e49d69f2a801a9655be1eaaaf15a','Katy','reaction','laugh',16,1.79513148213604497912e+09);
CREATE INDEX ix_leases_server ON leases (server);
CREATE INDEX tables_by_status ON tables (status, touched);
CREATE UNIQUE INDEX entries_by_key ON entries (table_id, "key") WHERE "key" IS NOT NULL;
CREATE INDEX reviews_by_guest ON reviews (guest);
CREATE INDEX results_by_game ON results (game, why, ended, table_id);
CREATE INDEX evenings_by_host ON evenings (host, created);
COMMIT;
